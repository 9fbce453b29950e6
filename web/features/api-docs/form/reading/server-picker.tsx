import { useTranslation } from '#web/lib/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './reading.module.css'
import { addressOf, type useServer } from './server.ts'

/** Chooses the server of a request, and the values of its variables. */
export function ServerPicker({ servers, current, values, onServer }: ReturnType<typeof useServer>) {
  const { t } = useTranslation('api-reading')
  if (!current) return null
  return (
    <div className={styles.server} data-no-print="">
      <label>
        <span>{t('server.title')}</span>
        <Select
          size="s"
          value={String(servers.indexOf(current))}
          options={servers.map((one, at) => ({
            value: String(at),
            label:
              [one === current ? addressOf(one, values) : addressOf(one), one.text].filter(Boolean).join(' · ') || '/',
          }))}
          onValue={(at) => onServer({ url: servers[Number(at)]?.url ?? '', values: {} })}
        />
      </label>
      {current.variables.map(({ name, value, choices, text }) => {
        const props = {
          size: 's' as const,
          title: text,
          value: values[name] ?? value,
          onValue: (next: string) => onServer({ url: current.url, values: { ...values, [name]: next } }),
        }
        return (
          <label key={name}>
            <code>{name}</code>
            {choices.length > 0 ? (
              <Select
                {...props}
                aria-label={t('server.variable', { name })}
                options={choices.map((one) => ({ value: one, label: one }))}
              />
            ) : (
              <TextInput {...props} aria-label={t('server.variable', { name })} spellCheck={false} autoComplete="off" />
            )}
          </label>
        )
      })}
    </div>
  )
}
