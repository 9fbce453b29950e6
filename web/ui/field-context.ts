import { createContext, useContext, useId } from 'react'

/** What a field tells the control inside it. */
export interface FieldLink {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

/** The field around a control. */
export const FieldContext = createContext<FieldLink | null>(null)

/** The attributes that tie a control to the field around it. */
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
