/** What clients send as Accept, and the media type that each gets. */

/** 406 where nothing that is offered is acceptable. */
export type Row = readonly [accept: string | undefined, expected: string | 406]

const JSON_TYPE = 'application/json'
const XML = 'application/xml'
const YAML = 'application/yaml'
const HTML = 'text/html'

/** As sent by the real ones. */
export const BROWSERS_AND_TOOLS: readonly Row[] = [
  [undefined, JSON_TYPE],
  // Chrome, Edge: a page
  [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    HTML,
  ],
  // Firefox, now and before
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', HTML],
  [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
    HTML,
  ],
  // an old WebKit, which liked XML
  ['application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5', XML],
  // Internet Explorer
  ['image/gif, image/jpeg, image/pjpeg, application/x-ms-application, application/xaml+xml, */*', JSON_TYPE],
  // A range for anything with the same weight as the page leaves the choice to the server.
  ['text/html, application/xhtml+xml, */*', JSON_TYPE],
  // an <img>, a style sheet, a script
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', JSON_TYPE],
  ['text/css,*/*;q=0.1', JSON_TYPE],
  // fetch, curl, wget
  ['*/*', JSON_TYPE],
  // axios
  ['application/json, text/plain, */*', JSON_TYPE],
  // jQuery: json, xml, html
  ['application/json, text/javascript, */*; q=0.01', JSON_TYPE],
  ['application/xml, text/xml, */*; q=0.01', XML],
  ['text/html, */*; q=0.01', HTML],
  // EventSource
  ['text/event-stream', 406],
  // Java's HttpURLConnection: two of its ranges are in no grammar
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', HTML],
  // Spring's RestTemplate
  ['text/plain, application/json, application/*+json, */*', JSON_TYPE],
  // kubectl
  [
    'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
    JSON_TYPE,
  ],
  ['application/json;as=Table;v=v1;g=meta.k8s.io', 406],
  ['application/vnd.kubernetes.protobuf,application/json', JSON_TYPE],
  // octokit, JSON:API, HAL, LD
  ['application/vnd.github+json', 406],
  ['application/vnd.github.v3+json, application/json;q=0.5', JSON_TYPE],
  ['application/vnd.api+json', 406],
  ['application/hal+json, application/json, */*; q=0.01', JSON_TYPE],
  // HTTPie, Postman, Ruby
  ['application/json, */*;q=0.5', JSON_TYPE],
  ['*/*; q=0.5, application/xml', XML],
  // .NET
  ['application/json; charset=utf-8', JSON_TYPE],
  // Prometheus
  ['application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1', JSON_TYPE],
  // Turbo
  ['text/vnd.turbo-stream.html, text/html, application/xhtml+xml', HTML],
]

/** The most specific range fixes the quality; then the highest quality wins, then the server's order. */
export const PRECEDENCE: readonly Row[] = [
  ['application/json', JSON_TYPE],
  ['application/xml', XML],
  ['application/yaml', YAML],
  ['text/html', HTML],
  ['text/xml', 'text/xml'],
  ['application/x-yaml', 'application/x-yaml'],
  ['text/yaml', 'text/yaml'],
  ['text/x-yaml', 'text/x-yaml'],
  ['text/plain', 406],
  ['image/*', 406],
  ['application/*', JSON_TYPE],
  ['text/*', HTML],
  ['application/xml, application/json', JSON_TYPE],
  ['application/json;q=0.5, application/xml;q=0.6', XML],
  ['application/json;q=0.5, application/xml;q=0.5', JSON_TYPE],
  ['application/json;q=0.500, application/xml;q=0.5', JSON_TYPE],
  ['application/json;q=0.999, application/xml', XML],
  ['application/json;q=0.001, application/xml;q=0.002', XML],
  ['application/json;q=0', 406],
  ['application/json;q=0.0', 406],
  ['application/json;q=0.000, text/plain', 406],
  ['application/json;q=0, */*', XML],
  ['*/*, application/json;q=0', XML],
  ['application/*;q=0, */*', HTML],
  ['application/*;q=0, */*, application/yaml;q=0.1', HTML],
  ['application/*;q=0, text/*;q=0, */*', 406],
  ['*/*;q=0', 406],
  ['*/*;q=0, text/yaml', 'text/yaml'],
  ['*/*;q=0, text/*;q=0.1', HTML],
  ['text/*, text/html;q=0', 'text/xml'],
  ['text/*;q=0.9, text/html;q=0.1, text/xml;q=0.2', 'text/yaml'],
  ['*/*;q=0.9, application/*;q=0.1', HTML],
  ['*/*;q=0.1, application/*;q=0.9', JSON_TYPE],
  ['*/*, application/json;q=0.1', XML],
  ['application/json;q=0.1, application/*;q=0.5', XML],
  ['application/yaml;q=0.4, text/yaml;q=0.5', 'text/yaml'],
  ['image/png, */*;q=0.1', JSON_TYPE],
  // Two equally specific ranges: the higher one.
  ['application/json;q=0.1, application/json;q=0.9, application/xml;q=0.5', JSON_TYPE],
  ['application/json;q=0.9, application/json;q=0.1, application/xml;q=0.5', JSON_TYPE],
  ['*/*;q=0.2, */*;q=0', JSON_TYPE],
  // A type with a parameter is closer than the same without.
  ['application/json;charset=utf-8;q=0.1, application/json, application/xml;q=0.5', XML],
  ['application/json;q=0.1, application/json;charset=utf-8, application/xml;q=0.5', JSON_TYPE],
]

/** Weights, parameters, case, white space, quoted strings. */
export const GRAMMAR: readonly Row[] = [
  ['application/xml;q=1', XML],
  ['application/xml;q=1.', XML],
  ['application/xml;q=1.000', XML],
  ['application/xml;q=0.', 406],
  ['application/xml;Q=0.5', XML],
  ['application/xml;q="0.5", application/json;q=0.4', XML],
  // Not in the grammar: the member is passed over.
  ['application/xml;q=1.0000', JSON_TYPE],
  ['application/xml;q=0.0001', JSON_TYPE],
  ['application/xml;q=0.1234, text/html', HTML],
  ['application/xml;q=2, text/html;q=0.1', HTML],
  ['application/xml;q=1.001, text/html;q=0.1', HTML],
  ['application/xml;q=-1, text/html', HTML],
  ['application/xml;q=+1, text/html', HTML],
  ['application/xml;q=.5, text/html', HTML],
  ['application/xml;q=1e0, text/html', HTML],
  ['application/xml;q=01, text/html', HTML],
  ['application/xml;q=0,5, text/html', HTML],
  ['application/xml;q=NaN, text/html', HTML],
  ['application/xml;q, text/html', HTML],
  ['application/xml;q=, text/html', HTML],
  ['application/xml;q="", text/html', HTML],
  ['application/xml;q =1, text/html', HTML],
  ['application/xml;q= 1, text/html', HTML],
  // A second weight changes nothing.
  ['application/xml;q=0.1;q=0.9, text/html;q=0.5', HTML],
  ['application/xml;q=0.9;q=0, text/html;q=0.5', XML],
  // A weight may stand anywhere.
  ['application/xml;q=0.1;charset=utf-8, text/html;q=0.5', HTML],
  ['application/json;q=0.5;level=1', 406],
  // What is written is UTF-8.
  ['application/xml;charset=utf-8', XML],
  ['application/xml; charset=UTF-8', XML],
  ['application/xml; charset="utf-8"', XML],
  ['application/xml; charset="u\\tf-8"', XML],
  ['application/xml; CHARSET=utf8', XML],
  ['application/xml;charset=iso-8859-1', 406],
  ['application/xml;charset=iso-8859-1, text/html', HTML],
  ['application/xml;charset=latin1;q=0, application/xml;q=0.5', XML],
  ['application/xml;charset=utf-8;level=1', 406],
  ['*/*;charset=utf-8', JSON_TYPE],
  ['text/*;charset=utf-8', HTML],
  ['*/*;charset=latin1', 406],
  ['text/*;level=1, application/yaml', YAML],
  ['text/html;level=1', 406],
  ['application/json;version=1', 406],
  // Case and white space.
  ['APPLICATION/XML', XML],
  ['Text/Html', HTML],
  ['TEXT/*', HTML],
  [' application/xml ', XML],
  ['\tapplication/xml\t;\tq=0.5\t,\ttext/html;q=0.4\t', XML],
  ['application/xml ; q=0.1 , text/html ; q=0.2', HTML],
  ['application/ xml, text/html', HTML],
  ['application /xml, text/html', HTML],
  ['application/xml\u00a0, text/html', HTML],
  ['application/xml\n, text/html', HTML],
  // Empty parameters.
  ['application/xml;', XML],
  ['application/xml;;;q=0.5;;', XML],
  ['application/xml; ; q=0.5', XML],
  // Quoted strings.
  ['a/b;c="d,e", application/xml', XML],
  ['a/b;c="application/json,", application/xml', XML],
  ['a/b;c="d;q=0", application/xml', XML],
  ['a/b;c="d\\"", application/xml', XML],
  ['a/b;c="d\\",application/json,\\"", application/xml', XML],
  ['a/b;c="d\\\\", application/xml', XML],
  ['a/b;c="\u00e9", application/xml', XML],
  ['a/b;c="", application/xml', XML],
  ['application/xml;c="d', JSON_TYPE],
  ['text/html, a/b;c="d, application/xml', HTML],
  ['a/b;c="d"e, application/xml', XML],
  ['a/b;c=d"e", application/xml', XML],
  ['a/b;c="d\u0000", application/xml', XML],
  ["a/b;c='d, application/xml", XML],
]

/** Lists and what is in no grammar. */
export const LISTS: readonly Row[] = [
  ['', JSON_TYPE],
  [' ', JSON_TYPE],
  ['\t', JSON_TYPE],
  [',', JSON_TYPE],
  [', ,\t,,', JSON_TYPE],
  [',application/xml,', XML],
  [',,,application/xml,,,text/html;q=0.5,', XML],
  ['*', JSON_TYPE],
  ['*, application/xml', XML],
  ['*;q=0', JSON_TYPE],
  ['*/json', JSON_TYPE],
  ['*/json, application/xml', XML],
  ['*/xml;q=1, text/html;q=0.1', HTML],
  ['json', JSON_TYPE],
  ['xml', JSON_TYPE],
  ['json, application/yaml', YAML],
  ['/', JSON_TYPE],
  ['application/', JSON_TYPE],
  ['/json', JSON_TYPE],
  ['application/json/xml, text/html', HTML],
  ['application//json, text/html', HTML],
  [';', JSON_TYPE],
  [';q=1', JSON_TYPE],
  [';;,;', JSON_TYPE],
  ['"', JSON_TYPE],
  ['"application/xml"', JSON_TYPE],
  ['<script>', JSON_TYPE],
  ['application/xml application/json', JSON_TYPE],
  ['application/xml; text/html', JSON_TYPE],
  ['application\\xml', JSON_TYPE],
  ['{"accept":"application/xml"}', JSON_TYPE],
  ['../../etc/passwd', JSON_TYPE],
  ['__proto__/constructor', 406],
  ['**/*', 406],
  ['application/*+json', 406],
  ['application/**', 406],
  ['application/xmlx', 406],
  ['xapplication/xml', 406],
  ['applicatio/n', 406],
]

/** Long ones. */
export const HOSTILE: readonly Row[] = [
  [`${'a'.repeat(16_384)}`, JSON_TYPE],
  [`${'a'.repeat(8000)}/${'b'.repeat(8000)}`, 406],
  [`application/xml;a="${'x'.repeat(16_000)}"`, 406],
  [`application/xml${' '.repeat(16_000)}`, XML],
  [`application/xml${';'.repeat(16_000)}q=0.5`, XML],
  [`${','.repeat(16_000)}application/xml`, XML],
  [`${' ,'.repeat(8000)}application/xml`, XML],
  ['a/b,'.repeat(99) + 'application/xml', XML],
  ['a/b,'.repeat(100) + 'application/xml', 406],
  ['rubbish,'.repeat(99) + 'application/xml', XML],
  ['a/b,'.repeat(10_000) + 'application/xml', 406],
  ['application/xml,' + 'a/b,'.repeat(10_000), XML],
  ['application/xml,'.repeat(10_000), XML],
]
