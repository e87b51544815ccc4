//! A headless Chromium shows the page of the conformance report; the tests check that selecting a shader shows both
//! listings.
//!
//! A headless Chromium shows it, where one is installed; else the test says loudly that it was skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use hlslc_runtime_tests::conform::{Aspect, Judged, Outcome, Verdict, alignment, page};

/// What browsers of the family are called; `HLSLC_CHROMIUM` names another.
const NAMES: [&str; 5] = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"];

fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("HLSLC_CHROMIUM") {
        return Some(named.into());
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

/// The document as it is once its scripts have run.
fn shown(browser: &Path, page: &Path, part: &str) -> String {
    let profile = page.with_extension("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}#{part}", page.display()))
        .output()
        .expect("the browser can be started");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "needs Chromium (HLSLC_CHROMIUM)"]
fn a_chosen_shader_shows_its_listings() {
    let browser = browser().expect("this test needs Chromium, which HLSLC_CHROMIUM names");
    let judged = Judged {
        verdict: Verdict::Accepted,
        aspects: vec![(Aspect::Bindings, Outcome::Different("expected u0, found u1".to_owned()))],
        listings: alignment::packed("%1 = add i32 %0, 2\nret void\n", "%1 = mul i32 %0, 2\nret void\n"),
        ..Judged::unknown("a<b>.hlsl:main".to_owned(), "-T cs_6_6".to_owned(), true, String::new())
    };
    let folder = std::env::temp_dir().join(format!("hlslc-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the page");
    let path = folder.join("conformance.html");
    std::fs::write(&path, page::page("Report", &[judged])).expect("the page can be written");
    let document = shown(&browser, &path, "0");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    let detail = document.split("id=\"detail\">").nth(1).unwrap_or_default();
    for expected in [
        "<h2>a&lt;b&gt;.hlsl:main</h2>",
        "bindings differs:\nexpected u0, found u1",
        "<div class=\"theirs\">%1 = add i32 %0, 2</div>",
        "<div class=\"ours\">%1 = mul i32 %0, 2</div>",
        "<div class=\"\">ret void</div>",
    ] {
        assert!(detail.contains(expected), "{expected} is not in\n{document}");
    }
    assert!(document.contains("class=\"chosen\""), "the row is marked");
    assert!(document.contains("<span>1 of 1</span>"), "the filters have counted");
}

#[test]
#[ignore = "needs Chromium (HLSLC_CHROMIUM)"]
fn a_page_of_thousands_shows_some_until_more_are_asked_for() {
    let browser = browser().expect("this test needs Chromium, which HLSLC_CHROMIUM names");
    let judged = |number| Judged {
        verdict: Verdict::Accepted,
        ..Judged::unknown(format!("{number}.hlsl"), String::new(), false, String::new())
    };
    let folder = std::env::temp_dir().join(format!("hlslc-long-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the page");
    let path = folder.join("conformance.html");
    let judged: Vec<Judged> = (0..5000).map(judged).collect();
    std::fs::write(&path, page::page("Report", &judged)).expect("the page can be written");
    let document = shown(&browser, &path, "4999");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(document.contains("<h2>4999.hlsl</h2>"), "one that is not shown can be chosen");
    assert!(document.contains("<span>5000 of 5000</span>"));
    assert!(document.contains(">show all 5000</button>"));
    assert_eq!(document.matches("class=\"hidden").count(), 4600);
}
