/** The retry: an answer is lost, and the client asks again. */

import type { Proof } from '../proof.js'
import type { Scene } from '../scene.js'
import { inTurn, succeeded, type Answer, type Traffic } from '../traffic.js'

interface Repeated {
  readonly answers: readonly [Answer, Answer]
  /** The second time changed nothing more. */
  readonly same: boolean
}

const twice = async (
  scene: Scene,
  { ask }: Traffic,
  method: string,
  path: string,
  content: unknown,
): Promise<Repeated> => {
  await scene.putBack()
  const [first, second] = await inTurn([0, 1], async () => {
    const answer = await ask(method, path, { content })
    return { answer, state: await scene.state() }
  })
  if (first === undefined || second === undefined) throw new Error('A request was not sent.')
  return { answers: [first.answer, second.answer], same: first.state === second.state }
}

const said = ({ answers: [first, second] }: Repeated): string => `${first.status}, then ${second.status}`

export const retry: Proof = {
  name: 'the retry',
  title: 'an answer was lost, so the client asks again',
  async run(scene, { old, restful }) {
    const { puts, item, freshItem, newContent, edits } = scene
    const added = await twice(scene, old, 'POST', scene.old('add', scene.fresh), newContent)
    const updated = await twice(scene, old, 'POST', scene.old('update'), edits[0])
    const [path, content] = puts ? [freshItem, newContent] : [item, edits[0]]
    const put = await twice(scene, restful, 'PUT', path, content)
    const posted = await twice(scene, restful, 'POST', freshItem, newContent)
    const kind = puts ? 'on a new URL' : 'on what is there'
    return {
      old: `POST add: ${said(added)}: was it mine that is there already? POST update: ${said(updated)}, as harmless as PUT, but nothing in a POST says so.`,
      restful: `PUT ${kind}: ${said(put)}, and the record is as it was after the first. PUT promises that, so a client may ask again by itself. POST ${freshItem}: ${said(posted)}; the URL alone does not help.`,
      headline: {
        old: { text: `${said(added)}: was it mine?`, harm: !succeeded(added.answers[1]) },
        restful: { text: said(put), harm: !put.same },
      },
      checks: [
        [
          'POST add succeeds, and fails when it is repeated',
          succeeded(added.answers[0]) && !succeeded(added.answers[1]),
        ],
        ['POST update can be repeated here', updated.answers.every(succeeded) && updated.same],
        ['PUT succeeds both times', put.answers.every(succeeded)],
        ['the second PUT changes nothing more', put.same],
        ['a RESTful POST is no better', succeeded(posted.answers[0]) && !succeeded(posted.answers[1])],
      ],
    }
  },
}
