import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '#web/lib/api.ts'
import { type FormField, getErrorField } from './form-error.ts'

/** Why a form was not accepted, and which of its boxes is to blame. */
export interface FormError {
  /** In the language of the moment at which it is read. */
  readonly message: string
  field: FormField | undefined
  errorName: ApiError['errorName'] | undefined
}

/** How long another try is ignored after a refusal, in ms. Source: specification 4, login failure. */
const pauseMs = 500

const refusedBy = (error: unknown): FormError => {
  const errorName = error instanceof ApiError ? error.errorName : undefined
  return {
    get message() {
      return getErrorMessage(error)
    },
    field: errorName && getErrorField(errorName),
    errorName,
  }
}

/** What became of a try: done, refused, or ignored because it came too soon. */
export type SubmitResult = 'done' | 'ignored' | FormError

/** What a form knows of its tries. */
export interface FormSubmit {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  error: FormError | undefined
  /** How often the password was wrong. */
  failures: number
  /** Runs the deed: one at a time, and not within 0.5 s after a refusal. */
  run: (deed: () => Promise<unknown>) => Promise<SubmitResult>
  /** Says no before the server is asked; `say` gives the words by `i18next.t`, for the language may change. */
  setError: (box: FormField, say: () => string) => void
  /** Takes back what was said. */
  clear: () => void
}

/**
 * The tries of a form. After a refusal the box to blame is focused with its text selected.
 *
 * @param part which part of the form is on show, when it has several
 */
export function useFormSubmit(part?: string): FormSubmit {
  const form = useRef<HTMLFormElement>(null)
  const notBefore = useRef(0)
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const [refused, setRefused] = useState<FormError>()
  useEffect(() => {
    const box = refused?.field && form.current?.elements.namedItem(refused.field)
    if (!(box instanceof HTMLInputElement)) return
    box.focus()
    box.select()
  }, [refused, part])
  const run = async (deed: () => Promise<unknown>): Promise<SubmitResult> => {
    if (busy || Date.now() < notBefore.current) return 'ignored'
    setBusy(true)
    try {
      await deed()
      setRefused(undefined)
      return 'done'
    } catch (error) {
      notBefore.current = Date.now() + pauseMs
      const reason = refusedBy(error)
      if (reason.field === 'password') setFailures((count) => count + 1)
      setRefused(reason)
      return reason
    } finally {
      setBusy(false)
    }
  }
  const refuse = (box: FormField, say: () => string) =>
    setRefused({
      get message() {
        return say()
      },
      field: box,
      errorName: undefined,
    })
  return { form, busy, error: refused, failures, run, setError: refuse, clear: () => setRefused(undefined) }
}
