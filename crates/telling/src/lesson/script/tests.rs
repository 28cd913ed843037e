use super::*;

#[test]
fn every_language_has_every_lesson_and_no_two_say_the_same() {
    for (script, others) in FILES {
        let english = Lesson::read(script).unwrap();
        assert_eq!(others.len() + 1, Language::ALL.len());
        for (language, texts) in others {
            let told = english.translated(texts).unwrap();
            let name = format!("{} in {language:?}", english.title);
            assert!(Lesson::in_language(english.game(), *language).is_some(), "{name}");
            assert_ne!(told.title, english.title, "{name}");
            for (one, other) in told.steps.iter().zip(&english.steps) {
                for (one, other) in one.texts().zip(other.texts()) {
                    // Dice alone read the same in every language.
                    let dice_only = !other.contains(char::is_alphabetic);
                    assert!(one != other || dice_only, "{name}: {one}");
                }
            }
        }
    }
}

#[test]
fn a_translation_that_does_not_fit_is_refused() {
    let (script, others) = FILES[0];
    let english = Lesson::read(script).unwrap();
    let german = others[0].1;
    let (head, _) = german.rsplit_once("[[steps]]").unwrap();
    let short = english.translated(head);
    assert!(matches!(short, Err(LessonError::Translation { step: 16 })), "{short:?}");
    let silent = german.replacen("Ada, Ben und du", "", 1).replacen("otherwise", "text", 1);
    assert!(matches!(english.translated(&silent), Err(LessonError::Toml(_))));
    let extra = german.replacen("[[steps]]", "[[steps]]\nright = \"x\"", 1);
    let extra = english.translated(&extra);
    assert!(matches!(extra, Err(LessonError::Translation { step: 1 })), "{extra:?}");
}
