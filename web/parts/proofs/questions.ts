/** What each proof is the answer to, for somebody who reads it from the last row. */

export const QUESTIONS: Readonly<Record<string, string>> = {
  'the prefetcher':
    'A search engine, a link checker or a browser follows every link it sees. Who is still there afterwards?',
  'the retry': 'The answer to a change got lost on the way. May the client just send it again?',
  'the cache': 'What was read is kept for the next time. Does it go when the record changes?',
  'the lost update': 'Two people open the same record, and both save. Does anybody notice?',
  'one URL, many formats': 'JSON for one, YAML for another. Is it read and written at one address?',
  'ask the URL': 'What can be done with this address? Does it know that itself?',
}
