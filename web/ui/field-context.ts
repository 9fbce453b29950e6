import { createContext, useContext, useId } from 'react'

/** What a field provides to its control. */
export interface FieldLink {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

/** The field that contains a control. */
export const FieldContext = createContext<FieldLink | null>(null)

/** Returns the attributes that link a control to its field. */
export function useFieldProps(ownId?: string) {
  const field = useContext(FieldContext)
  const freshId = useId()
  return {
    id: ownId ?? field?.id ?? freshId,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}
