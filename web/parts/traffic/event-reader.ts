/** Reads the events of a stream as our own journal writes them (WHATWG HTML §9.2.6): names and data, in lines that end with LF. */

// A library for every stream there is weighs as much as a part of this page; this one is of a single kind.

export interface Message {
  readonly event: string
  readonly data: string
}

/** Takes the text as it comes, in pieces of any length; tells each event as soon as it is whole. */
export const eventReader = (tell: (message: Message) => void): ((text: string) => void) => {
  let rest = ''
  return text => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const all = (name: string): readonly string[] =>
        lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).replace(/^ /, ''))
      const data = all('data')
      // A comment is a sign of life and nothing else.
      if (data.length > 0) tell({ event: all('event').at(-1) ?? 'message', data: data.join('\n') })
    }
  }
}
