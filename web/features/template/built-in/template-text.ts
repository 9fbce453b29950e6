/** A template that comes with the product. */
export interface BuiltIn {
  id: string
  title: string
  content: string
}
