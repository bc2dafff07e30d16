/** Finds the command that was meant where a word was taken for a file: `restage chekc users.yaml`. */

import { existsSync } from 'node:fs'
import { nearest } from '../core/nearest.js'

/** The command, or undefined when the word is a file, looks like one, or is near no command. */
export const misspelt = (word: string | undefined, commands: readonly string[]): string | undefined =>
  word === undefined || /[./\\]/.test(word) || existsSync(word) ? undefined : nearest(word, commands)
