import { useCallback, useMemo, useState } from 'react'
import type { ApiDoc } from '#shared/api-doc/api-doc.ts'
import { stepOf } from '#shared/api-doc/reading/field.ts'
import type { Reading } from '#shared/api-doc/reading/reading.ts'
import type { RequestChoice } from '#web/features/api-docs/try-it/index.tsx'
import { anchorRoot } from './tree-context.ts'

/** An example of the body: which one of which media type. */
export interface ChosenExample {
  media: number
  at: number
}

/** Returns which examples of a request a reader has chosen, and what is sent with them. */
export function useExamples(reading: Reading, doc: ApiDoc) {
  const [body, setBody] = useState<ChosenExample>()
  const [parameters, setParameters] = useState<Readonly<Record<string, number>>>({})
  const onParameter = useCallback(
    (anchor: string, at: number) => setParameters((former) => ({ ...former, [anchor]: at })),
    [],
  )
  const request = useMemo((): Pick<RequestChoice, 'body' | 'values'> => {
    const values = reading.parameters.flatMap(({ place, fields }) =>
      fields.flatMap(({ key, name, examples }) => {
        const example = examples[parameters[`${anchorRoot}${place}.${stepOf(key)}`] ?? -1]
        return example ? [{ place, name, value: example.text }] : []
      }),
    )
    // a page without a text of its own is sent with the value of its models
    const isEmpty = doc.body === '' && (doc.mode === 'json' || doc.mode === 'raw')
    const media = reading.body?.media[body?.media ?? 0]
    const example = body || isEmpty ? media?.examples[body?.at ?? 0] : undefined
    return { values, ...(media && example && { body: { type: media.type, text: example.text } }) }
  }, [reading, doc, body, parameters])
  return { body, onBody: setBody, parameters, onParameter, request }
}
