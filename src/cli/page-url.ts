/** What somebody with a browser is to open first. */

import type { Started } from '../server/start.js'

/** The page, or where there is none, the root of the interface. The base may be another one after a reload. */
export const pageUrl = ({ url, app }: Pick<Started, 'url' | 'app'>): string =>
  `${url}${app.config.base}${app.features.has('page') ? '/-/' : '/'}`
