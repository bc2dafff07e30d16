/** Whether somebody looks at it with a browser, as far as a request tells. */

import { header, type HttpRequest } from './message.js'
import type { Service } from './service.js'

/** Whether HTML is what Accept asks for, of all that a document can be had in. */
export const prefersHtml = ({ formats }: Pick<Service, 'formats'>, request: Pick<HttpRequest, 'headers'>): boolean =>
  formats.of('document').choose(header(request, 'accept'))?.offer.codec.name === 'html'
