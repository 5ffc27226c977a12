"""The page to explore pairs can be used by everybody: with the keyboard, magnified, on a phone, with a screen reader."""

import pytest
from axe_core_python.selenium import Axe
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browsing import set_size
from exploring import choose, compare, pick, text, type_in


def test_all_can_be_done_with_the_keyboard_and_focus_is_seen(page):
    def press(*keys: str) -> None:
        ActionChains(page).send_keys(*keys).perform()

    visited = []
    for _ in range(11 + page.find_element(By.ID, "paradigm").is_displayed()):
        press(Keys.TAB)
        focused = page.switch_to.active_element
        outline = focused.value_of_css_property("outline-style"), focused.value_of_css_property("outline-width")
        assert outline == ("solid", "3px")
        assert focused.accessible_name
        visited.append(focused.get_attribute("id") or focused.text)
    choices = [one for one in visited if one != "paradigm"]
    assert choices[:5] == ["dataset", "system", "phenomenon", "words", "copy-link"]
    assert choices[5:] == ["delta-slider", "delta-number", "δ = 0.5", "δ = 1", "δ = 5", "save-chart"]
    before = text(page, "#adc-count")
    page.find_element(By.ID, "delta-slider").send_keys(Keys.END)
    assert text(page, "#adc-name") == "ADC, δ = 5"
    assert text(page, "#adc-count") != before
    page.find_element(By.ID, "delta-slider").send_keys(Keys.ARROW_LEFT)
    assert text(page, "#adc-name") == "ADC, δ = 4.95"
    assert page.find_element(By.ID, "delta-number").get_attribute("value") == "4.95"
    type_in(page, "delta-number", "0")
    assert page.find_element(By.ID, "delta-number").get_attribute("aria-invalid") == "true"
    assert text(page, "#adc-name") == "ADC, δ = 4.95"
    type_in(page, "delta-number", "0.5")
    assert page.find_element(By.ID, "delta-slider").get_attribute("value") == "0.5"
    assert text(page, "#adc-count") == before


def test_the_arrow_keys_move_between_rows_and_enter_selects(page):
    rows = page.find_elements(By.CSS_SELECTOR, "#pairs tbody .pick")
    assert [row.get_attribute("tabindex") for row in rows[:3]] == ["0", "-1", "-1"]
    page.execute_script("arguments[0].focus()", rows[0])
    for keys, place in (([Keys.ARROW_DOWN] * 2, 2), ([Keys.ARROW_UP], 1), ([Keys.END], 49), ([Keys.HOME], 0)):
        ActionChains(page).send_keys(*keys).perform()
        assert page.switch_to.active_element == rows[place]
    ActionChains(page).send_keys(Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ENTER).perform()
    assert page.switch_to.active_element == rows[1]
    assert [row.get_attribute("aria-pressed") for row in rows[:3]] == ["false", "true", "false"]
    assert rows[1].text in text(page, "#pair-sentences")


def test_on_a_phone_nothing_is_wider_than_the_screen_but_the_table_in_its_box(page):
    set_size(page, 390, 844, phone=True)
    page.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
    assert page.execute_script("return [document.documentElement.scrollWidth, innerWidth]") == [390, 390]
    box = "const box = document.getElementById('pairs-box'); return [box.scrollWidth > box.clientWidth, box.clientWidth < 390]"
    assert page.execute_script(box) == [True, True]
    outside = "return [...document.querySelectorAll('main *')].filter(e => !e.closest('#pairs, #phenomenon-shares, #systems') && e.getBoundingClientRect().right > 390).map(e => e.id || e.tagName)"
    assert page.execute_script(outside) == []
    pick(page, 1)
    compare(page, 2)
    assert page.execute_script(outside) == []
    small = "return [...document.querySelectorAll('select, button, input')].filter(e => e.offsetHeight && e.offsetHeight < (e.type === 'checkbox' ? 24 : 36)).map(e => e.id || e.textContent)"
    assert page.execute_script(small) == []


@pytest.mark.parametrize("width", [640, 320])
def test_magnified_two_and_four_times_nothing_is_cut_off(page, width):
    set_size(page, width, 450)
    pick(page, 1)
    compare(page, 2)
    page.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
    assert page.execute_script("return document.documentElement.scrollWidth") <= width


def violations(page, part: str = "html") -> list[str]:
    """Return what axe-core finds in a part of the page that keeps people out."""
    report = Axe().run(page, context=part)
    assert report["passes"]
    return [
        f"{rule['id']} ({rule['impact']}): {[node['html'] for node in rule['nodes']]}"
        for rule in report["violations"]
        if rule["impact"] in ("serious", "critical")
    ]


def test_nothing_keeps_people_out(page):
    assert violations(page) == []
    pick(page, 1)
    assert violations(page) == []
    label = compare(page, 2)
    choose(page, "vertical", label)
    assert violations(page) == []
    set_size(page, 390, 844, phone=True)
    assert violations(page) == []


def test_axe_is_at_work(page):
    page.execute_script("document.getElementById('words').labels[0].remove()")
    assert any(found.startswith("label (critical)") for found in violations(page, "#words"))
