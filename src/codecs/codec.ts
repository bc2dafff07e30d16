/** The contract of a format, where the formats look for it. */
export type * from '../wire/codec.js'
