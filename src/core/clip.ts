/** Shortens what a client sent before it is repeated in a message: enough to recognise it. */

const LENGTH_MAX = 64

export const clip = (text: string): string => (text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text)
