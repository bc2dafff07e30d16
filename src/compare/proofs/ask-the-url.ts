/** Ask the URL: one that names a thing can tell what goes with it; one that names a deed knows that deed. */

import type { Proof } from '../proof.js'
import type { Verb } from '../scene.js'
import { inTurn, succeeded, type Answer } from '../traffic.js'

const VERBS: readonly Verb[] = ['add', 'get', 'update', 'remove']

const allowed = ({ headers }: Answer): string[] =>
  (headers.get('allow') ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

export const askTheUrl: Proof = {
  name: 'ask the URL',
  title: 'it tells what can be done',
  async run(scene, { old, restful }) {
    const answers = await inTurn(VERBS, verb => old.ask('OPTIONS', scene.old(verb)))
    const answer = await restful.ask('OPTIONS', scene.item)
    const methods = allowed(answer)
    const each = answers.map(one => allowed(one).join(', ') || 'nothing')
    const refused = !answers.some(succeeded)
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ')
    return {
      old: `OPTIONS on four URLs: ${statuses} each, Allow: ${VERBS.map((verb, index) => `${verb} ${each[index]}`).join(', ')}. None knows of the other three.`,
      restful: `OPTIONS ${scene.item}: ${answer.status}, Allow: ${methods.join(', ')}. One URL knows all that can be done.`,
      headline: {
        old: { text: 'four URLs, one method each', harm: refused },
        restful: { text: `one URL, all ${methods.length} methods`, harm: !succeeded(answer) },
      },
      checks: [
        ['no old URL answers OPTIONS', refused],
        ['each old URL allows one method', answers.every(one => allowed(one).length === 1)],
        ['the RESTful URL answers OPTIONS', succeeded(answer)],
        ['the RESTful URL names every method', ['POST', 'GET', 'PUT', 'DELETE'].every(name => methods.includes(name))],
      ],
    }
  },
}
