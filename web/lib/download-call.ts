import { downloadFrom } from './save-file.ts'

/** Downloads the response of a call, such as `export/download`, as a file named `name`. */
export const downloadCall = (call: string, fields: Record<string, string>, name: string): void =>
  downloadFrom(`/${['api', call].join('/')}?${new URLSearchParams(fields)}`, name)
