import { describe, expect, it } from 'vitest';
import { translate } from './translate.js';

const CASES: [js: string, python: string, java: string, csharp: string][] = [
  [
    "await page.getByRole('button', { name: 'Say \"hi\"', exact: true }).nth(1).click();",
    'page.get_by_role("button", name="Say \\"hi\\"", exact=True).nth(1).click()',
    'page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Say \\"hi\\"").setExact(true)).nth(1).click();',
    'await page.GetByRole(AriaRole.Button, new() { Name = "Say \\"hi\\"", Exact = true }).Nth(1).ClickAsync();',
  ],
  [
    "await page.locator('iframe').contentFrame().getByTestId('it\\'s').first().fill(process.env['KEY']);",
    'page.locator("iframe").content_frame.get_by_test_id("it\'s").first.fill(os.environ["KEY"])',
    'page.locator("iframe").contentFrame().getByTestId("it\'s").first().fill(System.getenv("KEY"));',
    'await page.Locator("iframe").ContentFrame.GetByTestId("it\'s").First.FillAsync(Environment.GetEnvironmentVariable("KEY"));',
  ],
  [
    "await page.getByText('x').click({ button: 'right', modifiers: ['Control', 'Shift'] });",
    'page.get_by_text("x").click(button="right", modifiers=["Control", "Shift"])',
    'page.getByText("x").click(new Locator.ClickOptions().setButton(MouseButton.RIGHT).setModifiers(Arrays.asList(KeyboardModifier.CONTROL, KeyboardModifier.SHIFT)));',
    'await page.GetByText("x").ClickAsync(new() { Button = MouseButton.Right, Modifiers = new[] { KeyboardModifier.Control, KeyboardModifier.Shift } });',
  ],
  [
    "await expect(page.getByRole('checkbox')).not.toBeChecked();",
    'expect(page.get_by_role("checkbox")).not_to_be_checked()',
    'assertThat(page.getByRole(AriaRole.CHECKBOX)).not().isChecked();',
    'await Expect(page.GetByRole(AriaRole.Checkbox)).Not.ToBeCheckedAsync();',
  ],
  [
    "await page.goto('https://a.example/?q=1');",
    'page.goto("https://a.example/?q=1")',
    'page.navigate("https://a.example/?q=1");',
    'await page.GotoAsync("https://a.example/?q=1");',
  ],
  [
    'await page.setViewportSize({ width: 800, height: 600 });',
    'page.set_viewport_size({"width": 800, "height": 600})',
    'page.setViewportSize(800, 600);',
    'await page.SetViewportSizeAsync(800, 600);',
  ],
  [
    'await page.mouse.wheel(0, -1.5);',
    'page.mouse.wheel(0, -1.5)',
    'page.mouse().wheel(0, -1.5);',
    'await page.Mouse.WheelAsync(0, -1.5);',
  ],
  [
    "await page.getByRole('link', { name: /a\\d+/i }).dragTo(page.locator('#b'));",
    'page.get_by_role("link", name=re.compile(r"a\\d+", re.IGNORECASE)).drag_to(page.locator("#b"))',
    'page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile("a\\\\d+", Pattern.CASE_INSENSITIVE))).dragTo(page.locator("#b"));',
    'await page.GetByRole(AriaRole.Link, new() { Name = new Regex("a\\\\d+", RegexOptions.IgnoreCase) }).DragToAsync(page.Locator("#b"));',
  ],
  [
    'await page.context().addCookies([{"name":"a","value":"b","path":"/","sameSite":"Lax","secure":true}]);',
    'page.context.add_cookies([{"name": "a", "value": "b", "path": "/", "sameSite": "Lax", "secure": True}])',
    'page.context().addCookies(Arrays.asList(new Cookie("a", "b").setPath("/").setSameSite(SameSiteAttribute.LAX).setSecure(true)));',
    'await page.Context.AddCookiesAsync(new[] { new Cookie() { Name = "a", Value = "b", Path = "/", SameSite = SameSiteAttribute.Lax, Secure = true } });',
  ],
  [
    "await page.localStorage.setItem('a', 'b');",
    'page.local_storage.set_item("a", "b")',
    'page.localStorage().setItem("a", "b");',
    'await page.LocalStorage.SetItemAsync("a", "b");',
  ],
  [
    'await page.emulateMedia({ colorScheme: null });',
    'page.emulate_media(color_scheme="null")',
    'page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(null));',
    'await page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Null });',
  ],
  [
    "await page.locator('select').selectOption([]);",
    'page.locator("select").select_option([])',
    'page.locator("select").selectOption(new String[] {});',
    'await page.Locator("select").SelectOptionAsync(Array.Empty<string>());',
  ],
  [
    "await page.waitForEvent('download');",
    'page.wait_for_event("download")',
    "// JavaScript: await page.waitForEvent('download');",
    "// JavaScript: await page.waitForEvent('download');",
  ],
];

describe('the code of answers', () => {
  it.each(CASES)('%s', (js, python, java, csharp) => {
    expect(translate([js], 'typescript')).toEqual([js]);
    expect(translate([js], 'python')).toEqual([python]);
    expect(translate([js], 'java')).toEqual([java]);
    expect(translate([js], 'csharp')).toEqual([csharp]);
  });

  it('keeps what it cannot translate as a comment', () => {
    const js = "await page.context().route('**/a', route => route.abort());";
    expect(translate([js], 'python')).toEqual([`pass  # JavaScript: ${js}`]);
    expect(translate([js], 'java')).toEqual([`// JavaScript: ${js}`]);
    expect(translate(['await fileChooser.setFiles([\'/a "b".txt\']);'], 'java')).toEqual([
      'fileChooser.setFiles(new Path[] {Paths.get("/a \\"b\\".txt")});',
    ]);
  });
});
