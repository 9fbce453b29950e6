import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { LockIcon } from '#web/ui/icons.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { losesSecret } from './draft.ts'
import type { FieldSpec, FieldTexts, Values } from './fields.ts'
import styles from './forms.module.css'
import { ItemChoice } from './item-choice.tsx'
import { SecretField } from './secret-field.tsx'

interface SettingFieldProps {
  spec: FieldSpec
  words: FieldTexts
  value: string
  stored: Values
  typed: Values
  error: string | undefined
  onValue: (value: string) => void
}

const optionsOf = ({ options = [] }: FieldSpec, { option }: FieldTexts) =>
  options.map((value) => ({ value, label: option?.(value) ?? value }))

function Control({ spec, words, value, onValue }: SettingFieldProps) {
  const common = {
    value,
    onValue,
    placeholder: spec.example,
    maxLength: spec.max && spec.kind !== 'number' ? spec.max : undefined,
    readOnly: words.fixed !== undefined,
  }
  if (spec.kind === 'lines') return <Textarea rows={2} {...common} />
  if (spec.kind === 'choice') return <Select options={optionsOf(spec, words)} value={value} onValue={onValue} />
  if (spec.kind === 'item') return <ItemChoice value={value} onValue={onValue} />
  if (spec.kind === 'number')
    return <TextInput {...common} className={styles.number} inputMode="numeric" autoComplete="off" />
  return <TextInput {...common} mono={spec.mono ?? false} autoComplete="off" spellCheck={false} />
}

/** One setting: label, control, help text, default, and whether it has been changed. */
export function SettingField(props: SettingFieldProps) {
  const { spec, words, value, stored, typed, error, onValue } = props
  const { t } = useTranslation('admin')
  const isChanged = typed[spec.name] !== undefined
  const initial = words.initial ?? spec.initial
  const aside = isChanged ? (
    <span className={styles.changed}>{t('form.changed')}</span>
  ) : words.fixed !== undefined ? (
    <Badge icon={<LockIcon />}>{words.fixed}</Badge>
  ) : (
    initial !== undefined && t('form.default', { value: words.option?.(initial) ?? initial })
  )
  if (spec.kind === 'tick') {
    return (
      <div className={styles.tick}>
        <Checkbox
          label={words.label}
          help={words.help}
          checked={value === '1'}
          onChecked={(isOn) => onValue(isOn ? '1' : '0')}
        />
        <span className={styles.aside}>
          {isChanged ? aside : t('form.default', { value: t(spec.initial === '1' ? 'form.on' : 'form.off') })}
        </span>
      </div>
    )
  }
  if (spec.kind === 'radio') {
    return (
      <div className={styles.set}>
        <RadioGroup label={words.label} options={optionsOf(spec, words)} value={value} onValue={onValue} />
        <span className={styles.help}>{words.help}</span>
      </div>
    )
  }
  if (spec.kind === 'secret') {
    return (
      <SecretField
        label={words.label}
        help={words.help}
        value={value}
        isStored={(stored[spec.name] ?? '') !== ''}
        isChanged={isChanged}
        isLost={losesSecret(spec, stored, typed)}
        max={spec.max}
        error={error}
        onValue={onValue}
        onBack={() => onValue(stored[spec.name] ?? '')}
      />
    )
  }
  return (
    <Field label={words.label} help={words.help} error={error} aside={aside}>
      <Control {...props} />
    </Field>
  )
}
