/** Makes text from outside safe for a terminal and for one line of a log. */

/** Controls, line and paragraph separators, bidirectional overrides, the byte order mark: as `\u{…}`. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- the very characters that must not get through
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
