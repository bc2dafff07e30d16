/** What is served, for programs that show it: each family with its paths, its schema and its states. */

import type { Family } from '../../core/family.js'
import type { Fields, Json } from '../../core/json.js'
import { answerDocument } from '../../wire/document.js'
import type { Schema } from '../../core/schema.js'
import type { Resource } from '../../wire/message.js'
import { collectionPath } from '../../wire/page-view.js'
import type { Service } from '../../wire/service.js'
import type { View } from '../feature.js'

export const familiesResource = ({ families, service }: View, root: string): Resource => {
  const self = `${root}/families`
  const { base, put, formats } = service
  const value = (): Fields => ({
    base,
    put,
    formats: {
      read: [...formats.read],
      item: [...formats.of('item').written],
      collection: [...formats.of('collection').written],
    },
    // As the plain URLs have them: a form is to send what these take.
    families: (service.late.usual ?? families).map(family => told(family, service)),
  })
  return {
    path: self,
    methods: {
      GET: request => answerDocument(service, request, { name: 'api', title: 'What is served', self, value: value() }),
    },
    doc: 'what is served: paths, schemas, formats',
  }
}

const told = (family: Family, service: Service): Json => ({
  singular: family.singular,
  plural: family.plural,
  key: family.key,
  collection: collectionPath(service, family),
  item: `${service.base}/${family.singular}/{${family.key}}`,
  schema: schemaOf(family) as Json,
  enforced: family.validate !== undefined,
  secrets: [...family.secrets],
  ...(family.states !== undefined && { states: family.states as unknown as Json }),
})

/** What is told of a secret: how it must be written, and no value that it could have. */
const TOLD: ReadonlySet<string> = new Set(['type', 'description', 'format', 'pattern', 'minLength', 'maxLength'])

/** Whole records, which can have secrets in them. */
const WHOLE: ReadonlySet<string> = new Set(['default', 'examples', 'enum'])

/** Secrets can be written, so a form needs to know of them; a default of theirs, or one of a list, may be somebody's. */
const schemaOf = ({ schema, secrets }: Family): Schema => {
  const { properties = {} } = schema
  const shown = Object.entries(properties).map(([name, own]): [string, Schema] => [
    name,
    secrets.includes(name) ? only(own, word => TOLD.has(word)) : own,
  ])
  return {
    ...only(schema, word => !WHOLE.has(word)),
    ...(shown.length > 0 && { properties: Object.fromEntries(shown) }),
  }
}

const only = (schema: Schema, admits: (word: string) => boolean): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => admits(word)))
