import { useId } from 'react'
import styles from './choice.module.css'
import { Fieldset } from './fieldset.tsx'
import type { RadioGroupProps } from './radio-group.tsx'

/** Radio buttons as cards with an icon, a label and a line of help. */
export function RadioCards<V extends string>({ label, options, value, onValue, hideLabel }: RadioGroupProps<V>) {
  const name = useId()
  return (
    <Fieldset label={label} hideLabel={hideLabel}>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValue(option.value)}
            />
            {option.icon && <span className={styles.icon}>{option.icon}</span>}
            <span className={styles.words}>
              <span className={styles.name}>{option.label}</span>
              {option.help && <span className={styles.help}>{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
