/** The cryptography that is needed below the server, handed in. */

export interface Crypto {
  /** RFC 7914; `cost` is N, a power of two. Rejects when the parameters cannot be. */
  scrypt(password: string, salt: Uint8Array, parameters: ScryptParameters): Promise<Uint8Array>
  /** RFC 2104 with SHA-256, as base64 with padding. */
  hmacSha256(key: Uint8Array, text: string): string
  /** Whether both are the same, in a time that does not tell where they differ. */
  isSame(a: Uint8Array, b: Uint8Array): boolean
}

export interface ScryptParameters {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  /** Of the key, in bytes. */
  readonly length: number
}
