/**
 * The role model: ARIA 1.2 with the additions of 1.3 that browsers implement, DPUB-ARIA 1.1 and Graphics-ARIA
 * 1.0.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Every role that an author may use; no abstract roles. */
export const ROLES = set(`
  alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed
  figure form generic grid gridcell group heading image img insertion link list listbox listitem log main
  mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option
  paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search
  searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion
  superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography
  doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication
  doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword
  doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter
  doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip
  doc-toc graphics-document graphics-object graphics-symbol
`);

/** Two names for one role: maps to the one used here. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  image: 'img',
  presentation: 'none',
  directory: 'list',
};

/** "Name from: contents". */
export const NAME_FROM_CONTENT = set(`
  button cell checkbox columnheader comment gridcell heading link menuitem menuitemcheckbox menuitemradio
  option radio row rowheader switch tab tooltip treeitem
  doc-backlink doc-biblioref doc-glossref doc-noteref
`);

/** "Children presentational: true". */
const PRESENTATIONAL_CHILDREN = set(`
  button checkbox img math menuitemcheckbox menuitemradio meter option progressbar radio scrollbar separator
  slider switch tab doc-cover doc-pagebreak graphics-symbol
`);

/** Global states and properties: an element with one of them is not presentational. */
export const GLOBAL_ATTRIBUTES: readonly string[] = [
  ...set(`
    aria-label aria-labelledby aria-describedby aria-description aria-controls aria-owns aria-live aria-atomic
    aria-busy aria-current aria-details aria-flowto aria-relevant aria-keyshortcuts aria-roledescription
    aria-braillelabel aria-brailleroledescription aria-dropeffect aria-grabbed
    aria-disabled aria-errormessage aria-haspopup aria-invalid
  `),
];

/**
 * "Required accessibility parent role": the role is invalid without it. Generic elements may come in between. Not
 * enforced for the parts of a table, `tab` and the kinds of `menuitem`, which browsers keep anywhere.
 */
export const REQUIRED_PARENT: Readonly<Record<string, ReadonlySet<string>>> = {
  listitem: set('list'),
  option: set('listbox group'),
  treeitem: set('tree group treeitem'),
};

export const childrenArePresentational = (role: string): boolean => PRESENTATIONAL_CHILDREN.has(role);
