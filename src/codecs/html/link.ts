/** Where a link may lead: to a path of this server, a web page, or a mailbox. Any other scheme stays text. */

/** A path and query as RFC 3986 has it. Two slashes at the start would name another host. */
const PATH = /^\/(?!\/)(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i

/** The mailbox grammar of HTML's `type=email`, with a domain that has a dot. */
const MAILBOX = /^([\w.!#$%&'*+/=?^`{|}~-]{1,64})@((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63})$/i

/** Nothing that a parser of URLs would silently drop, and nothing invisible. */
const WEB = /^https?:\/\/[^\s\\\p{C}]{1,2048}$/iu

/** A path that is one to the letter. A URI Template (`/book/{isbn}`) is none, so it is not made a link to nowhere. */
export const isPath = (text: string): boolean => PATH.test(text)

/** A path as it may stand in a link or a command: whatever has no place in one is percent-encoded. */
export const tidyPath = (path: string): string => {
  const encoded = path
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/%(?![0-9A-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/gu, character => encodeURIComponent(character))
  // Exactly one slash at the start, whatever came: a link of ours never leaves this server.
  return encoded.replace(/^\/*/, '/')
}

/** The target of a value that is an address for people; undefined when it is none. */
export const targetOf = (text: string): string | undefined => {
  if (WEB.test(text)) return URL.canParse(text) ? text : undefined
  const mailbox = MAILBOX.exec(text)
  // Encoded, because `?bcc=` in the name of a mailbox would add recipients.
  return mailbox === null ? undefined : `mailto:${encodeURIComponent(mailbox[1] ?? '')}@${mailbox[2] ?? ''}`
}
