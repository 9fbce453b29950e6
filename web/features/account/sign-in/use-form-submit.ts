import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '#web/lib/api.ts'
import { type FormField, getErrorField } from './form-error.ts'

/** Why a form was rejected, and the field that caused it. */
export interface FormError {
  /** The message, in the language that is current when it is read. */
  readonly message: string
  field: FormField | undefined
  errorName: ApiError['errorName'] | undefined
}

/** How long another submission is ignored after an error, in ms. Source: specification 4, login failure. */
const pauseMs = 500

const rejectedBy = (error: unknown): FormError => {
  const errorName = error instanceof ApiError ? error.errorName : undefined
  return {
    get message() {
      return getErrorMessage(error)
    },
    field: errorName && getErrorField(errorName),
    errorName,
  }
}

/** The result of a submission: done, failed, or ignored because it came too soon. */
type SubmitResult = 'done' | 'ignored' | FormError

/** The submission state of a form. */
export interface FormSubmit {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  error: FormError | undefined
  /** The number of wrong passwords. */
  failures: number
  /** Runs the request: one at a time, and not within 0.5 s after an error. */
  run: (action: () => Promise<unknown>) => Promise<SubmitResult>
  /** Sets an error without a request; `say` returns the message from `i18next.t`, because the language may change. */
  setError: (box: FormField, say: () => string) => void
  /** Clears the error. */
  clear: () => void
}

/**
 * Manages the submissions of a form. After an error the field that caused it gets the focus, with its text selected.
 *
 * @param part the visible part of the form, if it has several
 */
export function useFormSubmit(part?: string): FormSubmit {
  const form = useRef<HTMLFormElement>(null)
  const notBefore = useRef(0)
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const [rejected, setRejected] = useState<FormError>()
  useEffect(() => {
    const box = rejected?.field && form.current?.elements.namedItem(rejected.field)
    if (!(box instanceof HTMLInputElement)) return
    box.focus()
    box.select()
  }, [rejected, part])
  const run = async (operation: () => Promise<unknown>): Promise<SubmitResult> => {
    if (busy || Date.now() < notBefore.current) return 'ignored'
    setBusy(true)
    try {
      await operation()
      setRejected(undefined)
      return 'done'
    } catch (error) {
      notBefore.current = Date.now() + pauseMs
      const reason = rejectedBy(error)
      if (reason.field === 'password') setFailures((count) => count + 1)
      setRejected(reason)
      return reason
    } finally {
      setBusy(false)
    }
  }
  const reject = (box: FormField, say: () => string) =>
    setRejected({
      get message() {
        return say()
      },
      field: box,
      errorName: undefined,
    })
  return { form, busy, error: rejected, failures, run, setError: reject, clear: () => setRejected(undefined) }
}
