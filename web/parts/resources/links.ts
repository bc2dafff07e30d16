/** Reads what a Link header field says (RFC 8288). */

/** `name="value"` or `name=value`, or nothing but the name. */
const PARAMETER = String.raw`;\s*([\w*-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^",;\s]*)))?\s*`

/** A comma can stand inside a target and inside a quoted value. */
const LINK = new RegExp(String.raw`<([^>]*)>\s*((?:${PARAMETER})*)`, 'g')

/** The first target of each relation. */
export const readLinks = (field: string | null): Readonly<Record<string, string>> => {
  const links = new Map<string, string>()
  for (const [, target = '', parameters = ''] of (field ?? '').matchAll(LINK)) {
    const all = [...parameters.matchAll(new RegExp(PARAMETER, 'g'))]
    const [, , quoted, plain] = all.find(([, name]) => name?.toLowerCase() === 'rel') ?? []
    for (const relation of (quoted ?? plain ?? '').toLowerCase().split(/\s+/))
      if (relation !== '' && !links.has(relation)) links.set(relation, target)
  }
  return Object.fromEntries(links)
}
