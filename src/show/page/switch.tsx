/** A choice between a few things, of which one is shown. */

interface Props<T extends string> {
  label: string;
  value: NoInfer<T>;
  choices: readonly (readonly [value: T, text: string])[];
  onChange: (value: NoInfer<T>) => void;
}

export function Switch<const T extends string>({ label, value, choices, onChange }: Props<T>) {
  return (
    <fieldset class="switch">
      <legend class="unseen">{label}</legend>
      {choices.map(([each, text]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
