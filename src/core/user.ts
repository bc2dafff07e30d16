/** The built-in family, and the only place that knows what it is called. */

export const user = {
  singular: 'user',
  plural: 'users',
  key: 'username',
  secrets: ['password'],
} as const
