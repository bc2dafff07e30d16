/** The prefetcher: who follows links removes records, where a GET does more than read. */

import { crawl, pageOf } from '../crawler.js'
import type { Proof } from '../proof.js'

/** So many records stand on a page of the old style. */
const LISTED = 50

export const prefetcher: Proof = {
  name: 'the prefetcher',
  title: 'anybody may follow a link',
  async run(scene, { old, restful }) {
    const { family } = scene
    const before = await scene.records()
    const listed = before.slice(0, LISTED)
    await crawl(old, pageOf(listed.flatMap(({ key }) => [scene.old('get', key), scene.old('remove', key)])))
    const left = await scene.records()
    const gone = before.length - left.length

    await scene.putBack()
    const state = await scene.state()
    const visited = await crawl(restful, pageOf([scene.collection]))
    const seen = before.filter(({ key }) => visited.has(scene.itemOf(key))).length
    const changed = (await scene.state()) !== state
    const goneThen = before.length - (await scene.records()).length
    const { plural } = family
    return {
      old: `A crawler follows the links of a page that offers get and remove: ${gone} of ${before.length} ${plural} are gone.`,
      restful: `The same crawler begins at ${scene.collection} and follows every link: it has seen ${seen} of ${before.length} ${plural}, and nothing has changed.`,
      headline: {
        old: { text: `${gone} of ${before.length} ${plural} gone`, harm: gone > 0 },
        restful: { text: `${goneThen} of ${before.length} gone`, harm: changed },
      },
      checks: [
        ['GET on the old remove URLs removes what is listed', gone === listed.length && gone > 0],
        ['the crawler finds records by RESTful links', seen > 0],
        ['following RESTful links changes nothing', !changed],
      ],
    }
  },
}
