/** Pages that change between the look and the action: what becomes another thing by that, and what does not. */

export interface Case {
  name: string;
  html: string;
  target: string;
  change: string;
  /** What the refusal says of it. */
  says: RegExp;
}

const PERSON = (name: string) =>
  `<section aria-label="${name}"><h2>User</h2><button>Delete</button></section>`;

/** Each page shows another thing where the one was that was seen. */
export const OTHERS: Case[] = [
  {
    name: 'a row of a list is written over',
    html: '<ul><li><span id=n>Alice</span> <button>Delete</button></li></ul>',
    target: 'button "Delete"',
    change: 'n.textContent = "Bob"',
    says: /what it stands in was "Alice", is "Bob"/,
  },
  {
    name: 'a row of a table is written over',
    html: '<table><tr><td id=n>Alice</td><td><button>Delete</button></td></tr></table>',
    target: 'button "Delete"',
    change: 'n.textContent = "Bob"',
    says: /"Alice", is "Bob"/,
  },
  {
    name: 'the key of a row is a number',
    html: '<table><tr><td id=n>1041</td><td>Open</td><td><button>Cancel</button></td></tr></table>',
    target: 'button "Cancel"',
    change: 'n.textContent = "1042"',
    says: /"1041 Open", is "1042 Open"/,
  },
  {
    name: 'the key of the row itself',
    html: '<table><tr tabindex=0><td id=n>1041</td><td>Open</td></tr></table>',
    target: '- row ',
    change: 'n.textContent = "1042"',
    says: /"1041 Open", is "1042 Open"/,
  },
  {
    name: 'rows that only a number tells apart',
    html: '<ul><li><b>Room A</b> <i id=n>10:00</i> <button>Book</button></li><li><b>Room A</b> <i>11:00</i> <button>Book it</button></li></ul>',
    target: 'button "Book"',
    change: 'n.textContent = "12:00"',
    says: /10:00.*12:00/,
  },
  {
    name: 'a row that only its control tells apart',
    html: '<ul><li><button id=n>Alice</button><button>Delete</button></li></ul>',
    target: 'button "Delete"',
    change: 'n.textContent = "Bob"',
    says: /Alice.*Bob/,
  },
  {
    name: 'a card is written over',
    html: '<div><div class=card><b id=n>Alice</b><button>Delete</button></div><div class=card><b>Carol</b><button>Remove</button></div></div>',
    target: 'button "Delete"',
    change: 'n.textContent = "Bob"',
    says: /"Alice", is "Bob"/,
  },
  {
    name: 'the only card is written over',
    html: '<main><div class=card><b id=n>Alice</b> <button>Delete</button></div></main>',
    target: 'button "Delete"',
    change: 'n.textContent = "Bob"',
    says: /"Alice", is "Bob"|Alice.*Bob/,
  },
  {
    name: 'a price changes',
    html: '<ul><li><b>Ticket</b> <i id=n>$12.50</i> <button>Buy</button></li></ul>',
    target: 'button "Buy"',
    change: 'n.textContent = "$99.50"',
    says: /\$12.50.*\$99.50/,
  },
  {
    name: 'a row around the row',
    html: '<table><tr><td id=n>Alice</td><td><ul><li><button>Delete</button></li></ul></td></tr></table>',
    target: 'button "Delete"',
    change: 'n.textContent = "Bob"',
    says: /Alice.*Bob/,
  },
  {
    name: 'the name of the button',
    html: '<button id=b>Delete P1</button>',
    target: 'button "Delete P1"',
    change: 'b.textContent = "Delete P2"',
    says: /its name was "Delete P1", is "Delete P2"/,
  },
  {
    name: 'follow becomes unfollow',
    html: '<button id=b>Follow</button>',
    target: 'button "Follow"',
    change: 'b.textContent = "Unfollow"',
    says: /its name was "Follow", is "Unfollow"/,
  },
  {
    name: 'the region around it',
    html: `<div id=root>${PERSON('Alice')}</div>`,
    target: 'button "Delete"',
    change: 'document.querySelector("section").setAttribute("aria-label", "Bob")',
    says: /what it belongs to was "region Alice", is "region Bob"/,
  },
  {
    name: 'the heading above it',
    html: '<main><h2 id=h>Alice</h2><p>User</p><button>Delete</button></main>',
    target: 'button "Delete"',
    change: 'h.textContent = "Bob"',
    says: /the heading above it was "Alice", is "Bob"/,
  },
  {
    name: 'another heading comes between',
    html: '<main><h2>Alice</h2><p>User</p><button>Delete</button></main>',
    target: 'button "Delete"',
    change: 'document.querySelector("p").setAttribute("role", "heading")',
    says: /the heading above it was "Alice", is "User"/,
  },
  {
    name: 'a heading further up',
    html: '<main><h1 id=h>Alice</h1><h2>User</h2><button>Delete</button></main>',
    target: 'button "Delete"',
    change: 'h.textContent = "Bob"',
    says: /the heading above it was "Alice", is "Bob"/,
  },
  {
    name: 'the name of the dialog',
    html: '<div role=dialog id=d aria-label="Delete Alice"><button>Yes</button></div>',
    target: 'button "Yes"',
    change: 'd.setAttribute("aria-label", "Delete Bob")',
    says: /dialog Delete Alice.*dialog Delete Bob/,
  },
  {
    name: 'its description',
    html: '<p id=d>Alice</p><p id=e>Bob</p><button aria-describedby=d id=b>Delete</button>',
    target: 'button "Delete"',
    change: 'b.setAttribute("aria-describedby", "e")',
    says: /its description was "Alice", is "Bob"/,
  },
  {
    name: 'its picture',
    html: '<button><img id=i src=/alice.png alt=""> Delete</button>',
    target: 'button "Delete"',
    change: 'i.src = "/bob.png"',
    says: /its picture was "\/alice.png", is "\/bob.png"/,
  },
  {
    name: 'the picture of the row',
    html: '<ul><li><img id=i src=/alice.png alt=""> User <button>Delete</button></li></ul>',
    target: 'button "Delete"',
    change: 'i.src = "/bob.png"',
    says: /picture was "\/alice.png", is "\/bob.png"/,
  },
  {
    name: 'where a link leads',
    html: '<a id=a href="/users/1">Open</a>',
    target: 'link "Open"',
    change: 'a.href = "/users/2"',
    says: /where it leads was .*users\/1.*users\/2/,
  },
  {
    name: 'the address of the page',
    html: '<main><h1>User</h1><button>Delete</button></main>',
    target: 'button "Delete"',
    change: 'history.pushState(null, "", "/users/2")',
    says: /the address was .*, is .*users\/2/,
  },
  {
    name: 'a checkbox that has been checked meanwhile',
    html: '<label><input type=checkbox id=c> Public</label>',
    target: 'checkbox "Public"',
    change: 'c.checked = true',
    says: /its state was "checked=false", is "checked=true"|its state was nothing, is "checked=true"/,
  },
  {
    name: 'a toggle that has been pressed meanwhile',
    html: '<button id=b aria-pressed=false>Mute</button>',
    target: 'button "Mute"',
    change: 'b.setAttribute("aria-pressed", "true")',
    says: /its state was/,
  },
  {
    name: 'what expands has been expanded meanwhile',
    html: '<button id=b aria-expanded=false>Menu</button>',
    target: 'button "Menu"',
    change: 'b.setAttribute("aria-expanded", "true")',
    says: /its state was/,
  },
];

/** The same thing drawn anew, but for one fact. */
export const COPIES: [string, string, string][] = [
  ['region', PERSON('Alice'), PERSON('Bob')],
  [
    'dialog',
    '<div role=dialog aria-label=Alice><button>Delete</button></div>',
    '<div role=dialog aria-label=Bob><button>Delete</button></div>',
  ],
  ['row', '<ul><li>Alice <button>Delete</button></li></ul>', '<ul><li>Bob <button>Delete</button></li></ul>'],
  [
    'heading',
    '<h2>Alice</h2><p>User</p><button>Delete</button>',
    '<h2>Bob</h2><p>User</p><button>Delete</button>',
  ],
  [
    'heading further up',
    '<h1>Alice</h1><h2>User</h2><p>x</p><button>Delete</button>',
    '<h1>Bob</h1><h2>User</h2><p>x</p><button>Delete</button>',
  ],
  [
    'own id under another heading',
    '<h2>Alice</h2><button id=del>Delete</button>',
    '<h2>Bob</h2><button id=del>Delete</button>',
  ],
  [
    'description',
    '<button id=del aria-description=Alice>Delete</button>',
    '<button id=del aria-description=Bob>Delete</button>',
  ],
  ['title', '<button id=del title=Alice>Delete</button>', '<button id=del title=Bob>Delete</button>'],
  [
    'picture',
    '<button id=del><img src=/alice.png alt="">Delete</button>',
    '<button id=del><img src=/bob.png alt="">Delete</button>',
  ],
  [
    'pressed',
    '<button id=del aria-pressed=false>Delete</button>',
    '<button id=del aria-pressed=true>Delete</button>',
  ],
  ['link', '<a id=del href="/1">Delete</a>', '<a id=del href="/2">Delete</a>'],
];

/** What changes while a thing stays the same. */
export const SAME: [string, string, string, string][] = [
  [
    'a clock in the row',
    '<ul><li><b>Alice</b> <i id=n>12:00:01</i> <button>Delete</button></li></ul>',
    'button "Delete"',
    'n.textContent = "12:00:02"',
  ],
  [
    'a counter in the row',
    '<table><tr><td>Alice</td><td id=n>9 messages</td><td><button>Delete</button></td></tr></table>',
    'button "Delete"',
    'n.textContent = "10 messages"',
  ],
  [
    'a counter in the row that is clicked itself',
    '<table><tr id=r tabindex=0><td>Alice</td><td id=n>9 messages</td></tr></table>',
    '- row ',
    'n.textContent = "10 messages"',
  ],
  [
    'when something was',
    '<ul><li><b>Alice</b> <time id=n>just now</time> <button>Delete</button></li></ul>',
    'button "Delete"',
    'n.textContent = "a minute ago"',
  ],
  [
    'a status',
    '<ul><li><b>Alice</b> <span role=status id=n>typing</span> <button>Delete</button></li></ul>',
    'button "Delete"',
    'n.textContent = ""',
  ],
  ['it becomes enabled', '<button id=b disabled>Delete</button>', 'button "Delete"', 'b.disabled = false'],
  ['a description comes', '<button id=b>Delete</button>', 'button "Delete"', 'b.title = "Deletes it"'],
  [
    'rows come and go beside it',
    '<ul id=u><li>Carol <button>Remove</button></li><li>Alice <button>Delete</button></li></ul>',
    'button "Delete"',
    'u.firstChild.remove(); u.insertAdjacentHTML("afterbegin", "<li>Dan</li><li>Eve</li>")',
  ],
  [
    'cards come and go beside it',
    '<div id=u><div class=c>Carol <button>Remove</button></div><div class=c>Alice <button>Delete</button></div></div>',
    'button "Delete"',
    'u.firstChild.remove()',
  ],
  [
    'its row is moved',
    '<ul id=u><li>Carol <button>Remove</button></li><li>Alice <button>Delete</button></li></ul>',
    'button "Delete"',
    'u.prepend(u.lastChild)',
  ],
  [
    'a log above it grows',
    '<main><div><p>Chat</p><div id=l></div><label>Message <input></label> <button>Send</button></div></main>',
    'button "Send"',
    'for (let at = 0; at < 40; at++) l.append(document.createElement("br"))',
  ],
  [
    'more is posted above it',
    '<main id=m><div class=c><h3>One</h3></div><div class=c><h3>Two</h3></div><button id=b>More</button></main>',
    'button "More"',
    'b.insertAdjacentHTML("beforebegin", "<div class=c><h3>Three</h3></div>")',
  ],
  [
    'another control of the row',
    '<ul><li><b>Alice</b> <button id=n>Follow</button> <button>Delete</button></li></ul>',
    'button "Delete"',
    'n.textContent = "Unfollow"',
  ],
  [
    'a picture is loaded',
    '<ul><li><img id=n src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""> Alice <button>Delete</button></li></ul>',
    'button "Delete"',
    'n.src = "/alice.png"',
  ],
  [
    'only the page scrolls',
    '<button>Delete</button>',
    'button "Delete"',
    'history.replaceState(null, "", "#part-2")',
  ],
];
