import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import type { FieldSpec, FieldTexts } from './fields.ts'
import styles from './forms.module.css'
import { SettingField } from './setting-field.tsx'
import type { SettingForm } from './setting-form.ts'

/** The currently relevant fields of a form, under one heading. */
export function SettingFields<N extends string>(props: {
  form: SettingForm
  title?: string
  note?: string
  fields: readonly FieldSpec<N>[]
  wordsOf: (name: N) => FieldTexts
}) {
  const { form, title, note, fields, wordsOf } = props
  const { t } = useTranslation('admin')
  const values = useAtomValue(form.valuesAtom)
  const typed = useAtomValue(form.typedAtom)
  const stored = queryValue(useAtomValue(form.storedAtom)) ?? {}
  const problem = useAtomValue(form.problemAtom)
  const change = useSetAtom(form.changeAtom)
  const errorAt = (spec: FieldSpec) => {
    if (problem?.name !== spec.name) return undefined
    if (problem.why) return problem.why.text
    return problem.problem === 'range' ? t('form.range', { min: spec.min ?? 0, max: spec.max ?? 0 }) : t('form.missing')
  }
  return (
    <section className={styles.group}>
      {(title || note) && (
        <div className={styles.heading}>
          {title && <h2>{title}</h2>}
          {note && <p>{note}</p>}
        </div>
      )}
      <div className={styles.fields}>
        {fields
          .filter((spec) => !spec.shows || spec.shows(values))
          .map((spec) => (
            <SettingField
              key={spec.name}
              spec={spec}
              words={wordsOf(spec.name)}
              value={values[spec.name] ?? ''}
              stored={stored}
              typed={typed}
              error={errorAt(spec)}
              onValue={(value) => change(spec.name, value)}
            />
          ))}
      </div>
    </section>
  )
}
