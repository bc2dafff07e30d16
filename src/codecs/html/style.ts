/** The one stylesheet of every page, and its hash: the policy admits this text to the letter and no other. */

import { Markup } from './markup.js'

/** The SHA-256 of the stylesheet as a source expression (CSP 3 §2.3.1). Whoever changes a letter below changes it too. */
export const styleHash = 'sha256-/4pg6Y0YqAYIFoD2jE07r5e998rNs9n3RMaF1iARi64='

const sheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --inset: #f3f1ea; --ink: #211e1a; --quiet: #635d53; --line: #ddd8cc;
  --link: #0a5a78; --number: #86430a; --truth: #5c3a93; --alarm: #a32a1f;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17181b; --inset: #202226; --ink: #e9e6df; --quiet: #a7a196; --line: #383a40;
    --link: #86cbe2; --number: #e6b37e; --truth: #c8aef2; --alarm: #f2998f;
  }
}
* { box-sizing: border-box; }
html { font-size: clamp(1rem, 0.92rem + 0.35vw, 1.5rem); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
main { margin: 0 auto; padding: clamp(1.5rem, 6vw, 4.5rem) clamp(1rem, 5vw, 3rem) 4rem; overflow-wrap: anywhere; }
main.column { max-width: 46rem; }
main.wide { max-width: 76rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 2px; }
nav { margin-bottom: 1.75rem; font-size: 0.875rem; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
h1 { margin: 0; font: 400 clamp(1.9rem, 1.4rem + 2.4vw, 3rem)/1.15 var(--serif); letter-spacing: -0.01em; }
header { margin-bottom: 2rem; }
.kind, .status { margin: 0 0 0.35rem; color: var(--quiet); font-size: 0.875rem; }
.problem .status { color: var(--alarm); font: 500 1rem/1.4 var(--mono); }
.lead { margin: 1rem 0 0; font-size: 1.125rem; }
.text { white-space: pre-wrap; }
code, pre { font-family: var(--mono); font-size: 0.9em; }
.number { color: var(--number); font-variant-numeric: tabular-nums; }
.boolean { color: var(--truth); }
.null, .none { color: var(--quiet); font-style: italic; }
time { font-variant-numeric: tabular-nums; }
dl { margin: 0; }
dl > div { padding: 0.7rem 0; border-top: 1px solid var(--line); }
main > dl > div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); font-size: 0.875rem; }
dd { margin: 0; min-width: 0; }
dd dl { padding-left: 0.9rem; border-left: 2px solid var(--line); }
dd dl > div { padding: 0.2rem 0; border: 0; }
ul, ol { margin: 0; padding: 0; list-style: none; }
ol > li { padding: 0.4rem 0 0.4rem 0.9rem; border-left: 2px solid var(--line); }
ol > li + li { margin-top: 0.5rem; }
ol > li > dl { padding: 0; border: 0; }
ul.row { display: flex; flex-wrap: wrap; gap: 0.35rem; }
ul.row > li { padding: 0.05rem 0.5rem; background: var(--inset); border-radius: 0.3rem; max-width: 100%; }
ul.pairs b { color: var(--quiet); font-weight: 400; font-size: 0.875rem; margin-right: 0.35rem; }
pre { margin: 0; padding: 0.75rem 0.9rem; background: var(--inset); border-radius: 0.4rem; white-space: pre-wrap; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; overflow-wrap: break-word; }
caption { padding-bottom: 0.75rem; color: var(--quiet); font-size: 0.875rem; text-align: left; }
th, td { padding: 0.6rem 1.5rem 0.6rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
thead a { color: inherit; text-decoration: none; }
thead a:hover, thead [aria-sort] a { text-decoration: underline; }
.pages { margin: 1.5rem 0 0; }
thead th { color: var(--quiet); font-size: 0.875rem; font-weight: 400; border-color: var(--quiet); }
tbody th { font-weight: 600; }
.long { min-width: 20rem; white-space: normal; overflow-wrap: anywhere; }
tbody th.long { min-width: 12rem; }
td .text { white-space: inherit; }
td.long .text { white-space: pre-line; }
.numeric { text-align: right; }
td ul.row { flex-wrap: nowrap; }
td.long ul.row { flex-wrap: wrap; }
.empty { padding: 1.5rem 0; border-top: 1px solid var(--line); }
.empty p { margin: 0 0 0.75rem; }
.empty p:first-child { font: 400 1.375rem/1.4 var(--serif); }
footer { margin-top: 3rem; color: var(--quiet); font-size: 0.875rem; }
footer p { margin: 0 0 0.75rem; }
footer ul { margin-bottom: 0.75rem; }
footer pre { color: var(--ink); }
@media (min-width: 40rem) {
  main > dl > div { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: 1.5rem; align-items: baseline; }
  dd dl > div { display: flex; gap: 1rem; align-items: baseline; }
  dd dl > div > dt { flex: 0 0 6rem; }
  dd dl > div > dd { flex: 1; }
}
@media (max-width: 30rem) {
  th, td { padding-right: 1.1rem; }
  thead th:first-child, tbody th:first-child { position: sticky; left: 0; background: var(--paper); }
  tbody th.long { min-width: 9rem; }
}
`

/** Ours to the letter, so it needs no escaping; and it must not have any, because the hash is of what the browser reads. */
export const style = new Markup(sheet)
