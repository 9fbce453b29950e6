/** A built-in template. */
export interface BuiltIn {
  id: string
  title: string
  content: string
}
