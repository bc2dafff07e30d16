/** The formats, in the order in which a client without a preference is offered them. */

import type { Codec } from '../wire/codec.js'
import { csv } from './csv.js'
import { form } from './form.js'
import { html } from './html/index.js'
import { json } from './json.js'
import { ndjson } from './ndjson.js'
import { xml } from './xml/index.js'
import { yaml } from './yaml.js'

export const codecs: readonly Codec[] = [json, xml, yaml, csv, ndjson, html, form]
