/** YAML (RFC 9512): written so that readers of YAML 1.1 read the same, read as one document of what JSON can hold. */

import { malformed } from '../core/malformed.js'
import type { Codec } from '../wire/codec.js'
import { readYaml, yamlPackage } from './yaml/read.js'

export const yaml: Codec = {
  name: 'yaml',
  mediaType: 'application/yaml',
  aliases: ['application/x-yaml', 'text/yaml', 'text/x-yaml'],
  enveloped: true,
  async encode({ value }) {
    const { stringify } = await yamlPackage()
    return stringify(value, { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false })
  },
  async decode(text) {
    const { value, flaws } = await readYaml(text)
    const [first] = flaws
    if (first !== undefined) return malformed(text, first)
    return value === undefined ? malformed(text, { offset: 0, length: 1, message: 'The content is empty.' }) : value
  },
}
