/** The frame of every page: head, stylesheet, main. */

import { markup, type Markup } from './markup.js'
import { style } from './style.js'

export interface Page {
  /** For the window and the list of open pages. */
  readonly title: string
  /** Chooses between a column of text and the width that a table needs. */
  readonly width: 'column' | 'wide'
  readonly content: Markup
}

/** `xmlns` and the closed empty elements cost a browser nothing, and let a parser of XML prove that every page is well-formed. */
export const writePage = ({ title, width, content }: Page): string =>
  markup`<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main class="${width}">
${content}
</main>
</body>
</html>
`.source
