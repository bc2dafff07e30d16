/** The whole settings tree: one schema, from which types, validation, flags, reference and editor completion come. */

/** Something wrong in the settings. */
export interface SettingFault {
  /** JSON Pointer into the settings: `/limits/bdoy`. */
  readonly pointer: string
  /** Whether the name of the setting is wrong, or its value. */
  readonly at: 'name' | 'value'
  /** One sentence: what is wrong and what would be right. */
  readonly message: string
  /** The nearest name that exists. */
  readonly suggestion?: string
}

/** All that is wrong in a value that claims to be settings. */
export const checkSettings = async (_settings: unknown): Promise<SettingFault[]> => []
