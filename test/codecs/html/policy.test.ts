/** The policy of pages: one stylesheet, known by its hash, readable by everybody. */

import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { html } from '../../../src/codecs/html/index.js'
import { style, styleHash } from '../../../src/codecs/html/style.js'

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2.2. */
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const policy = suite('html: policy')

policy('the hash is that of the stylesheet, and the header field has it', () => {
  const hash = `sha256-${createHash('sha256').update(style.source, 'utf8').digest('base64')}`
  assert.is(styleHash, hash)
  assert.equal(html.headers, [
    'Content-Security-Policy',
    `default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy',
    'no-referrer',
  ])
})

policy('the stylesheet fetches nothing, and reads the same as HTML and as XML', () => {
  assert.not.match(style.source, /url\(|@import|@font-face|[<&\r]/)
})

policy('every colour has the contrast of WCAG AA on both grounds, light and dark', () => {
  const palettes = [...style.source.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, body = '']) =>
      new Map([...body.matchAll(/--(\w+): (#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [name, hex])),
  )
  assert.is(palettes.length, 2)
  for (const palette of palettes) {
    for (const ground of ['paper', 'inset']) {
      for (const ink of ['ink', 'quiet', 'link', 'number', 'truth', 'alarm']) {
        const ratio = contrast(palette.get(ink) ?? '', palette.get(ground) ?? '')
        assert.ok(ratio >= 4.5, `${ink} on ${ground}: ${ratio.toFixed(2)}`)
      }
    }
  }
})

policy.run()
