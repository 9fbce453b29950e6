import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Field } from '#web/ui/field.tsx'
import { useFieldProps } from '#web/ui/field-context.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './item-form.module.css'
import { domainProblem } from './item-form.ts'

function AddressBox({ domain, onDomain }: { domain: string; onDomain: (domain: string) => void }) {
  const { id } = useFieldProps()
  return (
    <div className={styles.address}>
      <span className={styles.prefix} id={`${id}prefix`}>
        <span>{`${window.location.host}${href('/')}`}</span>
      </span>
      <TextInput
        name="item_domain"
        value={domain}
        onValue={onDomain}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={50}
      />
    </div>
  )
}

/** The custom address of an item, validated while typing. The server checks whether it is free. */
export function DomainField(props: { domain: string; onDomain: (domain: string) => void; error: string | undefined }) {
  const { domain, onDomain, error } = props
  const { t } = useTranslation('item-form')
  const problem = domainProblem(domain.trim())
  const isShort = problem === 'domainShape' && /^[A-Za-z0-9]{1,2}$/.test(domain.trim()) // still being typed
  return (
    <Field
      label={t('form.domain')}
      optional
      help={t('form.domainHelp')}
      error={error ?? (problem && !isShort && t(`problem.${problem}`))}
    >
      <AddressBox domain={domain} onDomain={onDomain} />
    </Field>
  )
}
