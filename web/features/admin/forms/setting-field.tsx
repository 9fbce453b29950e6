import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckIcon, WarnIcon } from '#web/ui/icons.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { LockIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { losesSecret } from './draft.ts'
import type { FieldSpec, FieldTexts, Values } from './fields.ts'
import styles from './forms.module.css'
import { passwordMask } from './mask.ts'

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

/** The maximum number of items offered. Source: specification 9. */
const most = 100

/** The items that the home page can lead to, newest first. */
const itemOptionsAtom = queryAtom(async () => (await api.adminItem.getList({ count: most })).items)

/** Field that selects one of the site's items by id or domain. */
function ItemChoice({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation('admin')
  const choice = useQueryState(itemOptionsAtom)
  const items = queryValue(choice.result) ?? []
  const known = items.find((item) => item.item_id === value || item.item_domain === value)
  const options = items.map((item) => ({
    value: item === known ? value : item.item_id,
    label: item.item_name,
    hint: [item.item_domain && `/${item.item_domain}`, getOwnerName(item)].filter(Boolean).join(' · '),
  }))
  const unknown =
    value !== '' && !known ? [{ value, label: value, hint: choice.isBusy ? '' : t('form.itemUnknown') }] : []
  return (
    <Combobox
      options={[...unknown, ...options]}
      value={value === '' ? null : value}
      onValue={(next) => onValue(next ?? '')}
      placeholder={t('form.itemPlaceholder')}
      emptyText={t('form.itemNone')}
    />
  )
}

function Control({ spec, words, value, onValue }: SettingFieldProps) {
  const common = {
    value,
    onValue,
    placeholder: spec.example,
    maxLength: spec.max && spec.kind !== 'number' ? spec.max : undefined,
    readOnly: words.fixed !== undefined,
  }
  if (spec.kind === 'lines') return <Textarea rows={2} {...common} />
  if (spec.options)
    return <Select options={optionsOf(spec, words)} value={value} onValue={onValue} disabled={common.readOnly} />
  if (spec.kind === 'item') return <ItemChoice value={value} onValue={onValue} />
  if (spec.kind === 'number')
    return <TextInput {...common} className={styles.number} inputMode="numeric" autoComplete="off" />
  return <TextInput {...common} mono={spec.mono ?? false} autoComplete="off" spellCheck={false} />
}

/** Field for a secret: the stored value is never shown, only that it is set; it can be replaced or removed. */
function SecretField(props: {
  label: string
  help: string
  value: string
  isStored: boolean
  isChanged: boolean
  /** Whether saving makes the server drop the secret, because its target has changed. */
  isLost: boolean
  /** Where it comes from when it cannot be changed here. */
  fixed: string | undefined
  max: number | undefined
  error: string | undefined
  onValue: (value: string) => void
  /** Restores the stored value. */
  onBack: () => void
}) {
  const { label, help, value, isStored, isChanged, isLost, fixed, max, error, onValue, onBack } = props
  const { t } = useTranslation('admin')
  const [isOpen, setOpen] = useState(false)
  if (fixed !== undefined) {
    return (
      <div className={styles.set} role="group" aria-label={label}>
        <span className={styles.label}>{label}</span>
        <div className={styles.secret}>
          <span className={styles.state}>
            {isStored && <CheckIcon />}
            {t(isStored ? 'secret.set' : 'secret.none')}
          </span>
          <Badge icon={<LockIcon />}>{fixed}</Badge>
        </div>
        <span className={styles.help}>{help}</span>
      </div>
    )
  }
  const isTyping = !isStored || isOpen || (isChanged && value !== '')
  if (isTyping) {
    return (
      <Field
        label={label}
        help={help}
        error={error}
        aside={isChanged && <span className={styles.changed}>{t('form.changed')}</span>}
      >
        <div className={styles.secret}>
          <div className={styles.grow}>
            <PasswordInput
              value={value === passwordMask ? '' : value}
              onValue={(text) => (text === '' ? onBack() : onValue(text))}
              placeholder={t(isStored ? 'secret.new' : 'secret.none')}
              maxLength={max}
              autoComplete="off"
              autoFocus={isOpen}
            />
          </div>
          {isStored && (
            <Button
              onClick={() => {
                setOpen(false)
                onBack()
              }}
            >
              {t('secret.keep')}
            </Button>
          )}
        </div>
      </Field>
    )
  }
  const isRemoved = isChanged && value === ''
  return (
    <div className={styles.set} role="group" aria-label={label}>
      <span className={styles.label}>
        {label}
        {isChanged && <span className={styles.changed}>{t('form.changed')}</span>}
      </span>
      <div className={styles.secret}>
        <span className={styles.state} data-lost={isLost || isRemoved || undefined}>
          {isLost || isRemoved ? <WarnIcon /> : <CheckIcon />}
          {t(isRemoved ? 'secret.removed' : isLost ? 'secret.lost' : 'secret.set')}
        </span>
        {isRemoved ? (
          <Button size="s" onClick={onBack}>
            {t('secret.keep')}
          </Button>
        ) : (
          <>
            <Button size="s" onClick={() => setOpen(true)}>
              {t('secret.replace')}
            </Button>
            <Button size="s" variant="ghost" onClick={() => onValue('')}>
              {t('secret.remove')}
            </Button>
          </>
        )}
      </div>
      <span className={styles.help}>{help}</span>
    </div>
  )
}

/** One setting: label, control, help text, default, and whether it has been changed. */
export function SettingField(props: SettingFieldProps) {
  const { spec, words, value, stored, typed, error, onValue } = props
  const { t } = useTranslation('admin')
  const isChanged = typed[spec.name] !== undefined
  const initial = words.initial ?? spec.fallback ?? spec.default
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
          disabled={words.fixed !== undefined}
          onChecked={(isOn) => onValue(isOn ? '1' : '0')}
        />
        <span className={styles.aside}>
          {isChanged || words.fixed !== undefined
            ? aside
            : t('form.default', { value: t(spec.default === '1' ? 'form.on' : 'form.off') })}
        </span>
      </div>
    )
  }
  if (spec.kind === 'radio') {
    return (
      <div className={styles.set}>
        <RadioGroup
          label={words.label}
          options={optionsOf(spec, words)}
          value={value}
          onValue={onValue}
          disabled={words.fixed !== undefined}
        />
        {words.fixed !== undefined && (
          <div>
            <Badge icon={<LockIcon />}>{words.fixed}</Badge>
          </div>
        )}
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
        fixed={words.fixed}
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
