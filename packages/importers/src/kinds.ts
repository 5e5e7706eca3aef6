/** The services and formats that can be imported. */
export const IMPORT_KINDS = [
  'wordpress',
  'note',
  'ghost',
  'medium',
  'zenn',
  'qiita',
  'devto',
  'markdown',
  'export',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const isImportKind = (name: string): name is ImportKind => (IMPORT_KINDS as readonly string[]).includes(name)
