/** Paths as rules name them: `/user/:username`, `*` for one segment, `**` at the end for whatever follows. */

/** Literal segments, `:name`, `*`; `**` last. */
export const PATH_PATTERN = '(/(?!\\*\\*/)[^/\\s?#]*)+'

/** Whether a raw path fits; segments are compared decoded. A parameter and a `*` are never empty. */
export const pathMatcher = (pattern: string): ((path: string) => boolean) => {
  const parts = pattern.split('/').slice(1)
  const open = parts.at(-1) === '**'
  const wanted = (open ? parts.slice(0, -1) : parts).map(part =>
    part === '*' || part.startsWith(':') ? undefined : decoded(part),
  )
  return path => {
    const segments = path.split('/').slice(1)
    if (open ? segments.length < wanted.length : segments.length !== wanted.length) return false
    return wanted.every((part, index) => {
      const segment = segments[index] ?? ''
      return part === undefined ? segment !== '' : part === decoded(segment)
    })
  }
}

/** What is not percent-encoded UTF-8 stands for itself. */
const decoded = (segment: string): string => {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
