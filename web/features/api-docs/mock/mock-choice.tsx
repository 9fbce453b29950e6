import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './mock-address.module.css'
import { addressWith, type MockWishes, preferWith, statusesOf } from './mock-wishes.ts'

const delays = ['', '500', '1000', '2000', '5000']

/** Chooses what a mock returns: the address and the header for it, to copy. */
export function MockChoice(props: { url: string; responses: readonly { status: string; examples: string[] }[] }) {
  const { url, responses } = props
  const { t } = useTranslation('api-mock')
  const [wishes, setWishes] = useState<MockWishes>({
    code: '',
    example: '',
    delay: '',
    dynamic: false,
    validate: false,
  })
  const put = (part: Partial<MockWishes>) => setWishes((former) => ({ ...former, ...part }))
  const statuses = statusesOf(responses)
  const chosen = statuses.find(({ code }) => code === wishes.code)
  const examples = chosen?.examples ?? []
  const prefer = preferWith(wishes)
  return (
    <div className={styles.choice}>
      <div className={styles.wishes}>
        <Field label={t('status')}>
          <Select
            size="s"
            value={wishes.code}
            options={[
              { value: '', label: t('default') },
              ...statuses.map(({ code, status }) => ({
                value: code,
                label: code === status ? code : `${code} (${t('anyStatus', { status })})`,
              })),
            ]}
            onValue={(code) => put({ code, example: '' })}
          />
        </Field>
        {examples.length > 0 && (
          <Field label={t('example')}>
            <Select
              size="s"
              value={wishes.example}
              options={[{ value: '', label: t('first') }, ...examples.map((name) => ({ value: name, label: name }))]}
              onValue={(example) => put({ example, ...(example !== '' && { dynamic: false }) })}
            />
          </Field>
        )}
        <Field label={t('delay')}>
          <Select
            size="s"
            value={wishes.delay}
            options={delays.map((value) => ({
              value,
              label: value === '' ? t('none') : t('delayOf', { time: value }),
            }))}
            onValue={(delay) => put({ delay })}
          />
        </Field>
      </div>
      <div className={styles.wishes}>
        <Checkbox
          label={t('dynamic')}
          checked={wishes.dynamic}
          disabled={wishes.example !== ''}
          onChecked={(dynamic) => put({ dynamic })}
        />
        <Checkbox label={t('validate')} checked={wishes.validate} onChecked={(validate) => put({ validate })} />
      </div>
      {prefer === '' ? (
        <p className={styles.note}>{t('help')}</p>
      ) : (
        <>
          <CopyField label={t('address')} value={addressWith(url, wishes)} />
          <CopyField label={t('header')} value={`Prefer: ${prefer}`} />
        </>
      )}
    </div>
  )
}
