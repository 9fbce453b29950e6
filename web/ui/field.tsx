import { createContext, type ReactNode, useContext, useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './field.module.css'
import { ErrorIcon } from './icons.ts'

/** What a field provides to its control. */
interface FieldLink {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

/** The field that contains a control. */
const FieldContext = createContext<FieldLink | null>(null)

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

/** A labelled control with help text below; an error replaces the help text. */
export function Field(props: {
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** Labels the field "required" or "optional". */
  required?: boolean
  optional?: boolean
  /** At the end of the label: a small link, a counter. */
  aside?: ReactNode
  /** One control: TextInput, Textarea, PasswordInput, Select. */
  children: ReactNode
}) {
  const { label, help, error, required = false, optional, aside, children } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const noteId = `${id}note`
  const describedBy = error || help ? noteId : undefined
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {(required || optional) && (
            <span className={styles.mark}>{t(required ? 'field.required' : 'field.optional')}</span>
          )}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {error ? (
        <p id={noteId} className={styles.error} role="alert">
          <ErrorIcon />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <p id={noteId} className={styles.help}>
            {help}
          </p>
        )
      )}
    </div>
  )
}
