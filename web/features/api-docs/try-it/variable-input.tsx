import { useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { WarnIcon } from '#web/ui/icons.ts'
import { SuggestBox, SuggestRow } from '#web/ui/suggest-box.tsx'
import styles from './call.module.css'
import { completeVariable, findUnknownVariables, getOpenVariable, type Variables } from './variables.ts'

/** Single-line input that may contain variables: `{{` lists them, and unknown ones are marked. */
export function VariableInput(props: {
  label: string
  value: string
  place: Variables
  onValue: (value: string) => void
  placeholder?: string
}) {
  const { label, value, place, onValue, placeholder } = props
  const { t } = useTranslation('api-call')
  const id = useId()
  const typed = getOpenVariable(value)
  const names = [...place.values.keys(), ...place.secrets]
  const options =
    typed === undefined ? [] : names.filter((name) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, 50)
  const unknown = findUnknownVariables(value, place)
  return (
    <span className={styles.value}>
      <SuggestBox
        className={styles.input}
        aria-label={label}
        aria-describedby={unknown.length > 0 ? id : undefined}
        placeholder={placeholder}
        value={value}
        onText={onValue}
        options={options}
        keyOf={(name) => name}
        row={(name) => (
          <SuggestRow label={name} hint={place.secrets.has(name) ? t('env.secret') : place.values.get(name)} />
        )}
        onPick={(name) => onValue(completeVariable(value, name))}
        startAt={0}
      />
      {unknown.length > 0 && (
        <span id={id} className={styles.unknown}>
          <WarnIcon />
          {t('unknown', { names: unknown.map((name) => `{{${name}}}`).join(' ') })}
        </span>
      )}
    </span>
  )
}
