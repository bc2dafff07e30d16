/** One URL, many formats: what it names is the record, whatever it comes in, whoever reads or writes it. */

import type { Proof } from '../proof.js'
import { inTurn, succeeded, type Traffic } from '../traffic.js'

/** Asks for each format that the answer itself offers; whether each came as it was asked for, and their names. */
const allFormats = async ({ ask }: Traffic, path: string) => {
  const first = await ask('GET', path)
  const offered = [...(first.headers.get('link') ?? '').matchAll(/<[^>]*>; rel="alternate"; type="([^"]+)"/g)]
  const types = [typeOf(first), ...offered.map(([, type = '']) => essence(type))]
  const answers = await inTurn(types, type => ask('GET', path, { headers: { Accept: type } }))
  const given = answers.every((answer, index) => answer.status === 200 && typeOf(answer) === types[index])
  return { first, types, given: given && types.length > 1 && new Set(types).size === types.length }
}

/** Without parameters: a version that nobody names is the same one everywhere. */
const essence = (type: string): string => type.replace(/;.*$/, '')

const typeOf = ({ headers }: { readonly headers: Headers }): string => essence(headers.get('content-type') ?? '')

const shortly = (type: string): string => type.replace(/^.*\//, '')

export const formats: Proof = {
  name: 'one URL, many formats',
  title: 'it names the record, whatever that comes in',
  async run(scene, { old, restful }) {
    const { item, edits } = scene
    const [content] = edits
    const a = await allFormats(old, scene.old('get'))
    const back = await old.ask('POST', scene.old('get'), { content })
    const other = await old.ask('GET', scene.old('update'))
    const b = await allFormats(restful, item)
    const suffixed = await restful.ask('GET', `${item}.json`)
    const written = await restful.ask('PUT', item, { content })
    return {
      old: `GET get takes Accept as well: ${a.types.length} formats. But what was read is not written there: POST get: ${back.status}, and not read where it is written: GET update: ${other.status}.`,
      restful: `Accept picks ${b.types.map(shortly).join(', ')}, all at ${item}, and PUT there: ${written.status}. A suffix picks nothing: ${item}.json is another ${scene.family.singular} (${suffixed.status}).`,
      headline: {
        old: { text: `${a.types.length} formats, but written elsewhere`, harm: !succeeded(back) },
        restful: { text: `${b.types.length} formats, and written there`, harm: !succeeded(written) },
      },
      checks: [
        ['the old get URL has every format that it offers', a.given],
        ['the old get URL takes no change', back.status === 405],
        ['the old update URL cannot be read', other.status === 405],
        ['the RESTful URL has every format that it offers', b.given],
        ['the answer says that it depends on Accept', /\baccept\b/i.test(b.first.headers.get('vary') ?? '')],
        [
          'a suffix names another record',
          suffixed.status === 404 || (succeeded(suffixed) && suffixed.text !== b.first.text),
        ],
        ['what was read is written at the same URL', succeeded(written)],
      ],
    }
  },
}
