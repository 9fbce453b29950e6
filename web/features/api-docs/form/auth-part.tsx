import { toText } from '#web/features/page/content/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { valueAt } from './api-doc.ts'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { setAt } from './json-edit.ts'

const keysOf: Record<string, readonly string[]> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  digest: ['username', 'password'],
}
const types = ['none', 'bearer', 'basic', 'digest']

/** Editor for the authentication of a request. */
export function AuthPart() {
  const { t } = useTranslation('api-page')
  const { store, source } = useApiEdit()
  const { type, isOff } = source.doc.auth
  const list = valueAt(source.value, ['request', 'auth', type])
  const values = Array.isArray(list) ? list : []
  const given = values.map((one) => toText(valueAt(one, ['key'])))
  const keys = [...given, ...(keysOf[type] ?? []).filter((key) => !given.includes(key))]
  const choose = (next: string) =>
    store.change((now) =>
      Array.isArray(valueAt(now.value, ['request', 'auth'])) || valueAt(now.value, ['request', 'auth']) === undefined
        ? setAt(now, ['request', 'auth'], { type: next, disabled: '0' })
        : setAt(now, ['request', 'auth', 'type'], next),
    )
  const write = (key: string, value: string) =>
    store.change((now) => {
      const at = given.indexOf(key)
      if (at >= 0) return setAt(now, ['request', 'auth', type, at, 'value'], value)
      return setAt(now, ['request', 'auth', type], [...values, { key, value, type: 'string' }])
    }, `auth.${key}`)
  const known = types.includes(type) ? types : [...types, type]
  return (
    <>
      <span className={styles.short}>
        <Select
          size="s"
          aria-label={t('auth.label')}
          data-path="request.auth.type"
          value={type}
          options={known.map((value) => ({
            value,
            label: types.includes(value) ? t(`auth.${value as 'none'}`) : value,
          }))}
          onValue={choose}
        />
      </span>
      {type === 'none' && <p className={styles.aside}>{t('auth.nothing')}</p>}
      {type !== 'none' && (
        <>
          <div className={styles.pair}>
            {keys.map((key) => (
              <Field key={key} label={key in fieldWords ? t(`auth.${key as 'token'}`) : key}>
                <TextInput
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  placeholder={`{{${key}}}`}
                  value={toText(valueAt(values[given.indexOf(key)], ['value']))}
                  onValue={(value) => write(key, value)}
                />
              </Field>
            ))}
          </div>
          <Checkbox
            label={t('auth.off')}
            checked={isOff}
            onChecked={(checked) =>
              store.change((now) => setAt(now, ['request', 'auth', 'disabled'], checked ? '1' : '0'))
            }
          />
          <p className={styles.aside}>{t('auth.hint')}</p>
        </>
      )}
    </>
  )
}

const fieldWords = { token: true, username: true, password: true }
