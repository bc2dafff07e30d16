/** A command line that cannot be meant as it stands: exit code 2. */

export class UsageError extends Error {}
