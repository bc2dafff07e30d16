/** Reads what a Link header field says (RFC 8288). */

/** `<target>; name="value"; name=value`, separated by commas; a comma can stand inside a target and inside a quoted value. */
const LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^",;\s]*))?)*)/g
const RELATIONS = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]*))/i

/** The first target of each relation. */
export const readLinks = (field: string | null): Readonly<Record<string, string>> => {
  const links = new Map<string, string>()
  for (const [, target = '', parameters = ''] of (field ?? '').matchAll(LINK)) {
    const [, quoted, plain] = RELATIONS.exec(parameters) ?? []
    for (const relation of (quoted ?? plain ?? '').toLowerCase().split(/\s+/))
      if (relation !== '' && !links.has(relation)) links.set(relation, target)
  }
  return Object.fromEntries(links)
}
