/** A file that comes with the package, as bytes with their validator: read by the rim, served by whoever has a use for it. */

export interface Asset {
  readonly body: Uint8Array
  /** Strong (RFC 9110 §8.8.1): of these bytes and no other. */
  readonly etag: string
}

/** The file of that name; undefined when there is none. */
export type Assets = (name: string) => Promise<Asset | undefined>
