//! Whose turn it is at the keyboard, and what the table says to an act that did not go through.

use dicehouse_rules::{Act, Acts, Refusal, Seat, View, Viewer};

use super::asking::Asking;
use super::kind::table;
use super::phase::Phase;
use super::play::Play;
use dicehouse_home::Advice;

impl Play {
    /// A person is to act. Says whether they look at the table already; else the keyboard goes to them first.
    pub fn due(&mut self, seat: Seat) -> bool {
        let looks = self.viewer == Viewer::Seat(seat);
        if !looks {
            self.phase = Phase::Pass(seat);
        }
        looks
    }

    /// The table as the viewer sees it now; a person who is due is asked, and may get advice.
    pub fn looks(
        &mut self,
        viewer: Viewer,
        view: View<'static>,
        legal: Acts,
        refusal: impl Fn(Act) -> Option<Refusal>,
        advice: Option<Advice>,
    ) {
        self.viewer = viewer;
        self.sheet_of = None;
        self.phase = Phase::Going;
        if let Some(seat) = viewer.seat()
            && let Some(choice) =
                table(&view).choice(legal, &refusal, advice, self.narrator.language())
        {
            let asking = Asking::new(seat, choice);
            self.phase = Phase::Asking(Asking { grace: self.hurried, ..asking });
        }
        self.view = view;
    }

    /// Somebody else may look now: the table is shown as `viewer` sees it.
    pub fn look_on(&mut self, viewer: Viewer, view: View<'static>) {
        self.viewer = viewer;
        self.view = view;
    }

    /// A step could not be taken: says why and waits for a key before it is tried again.
    pub fn stuck(&mut self, why: &str) {
        self.note = Some(why.to_owned());
        if !matches!(self.phase, Phase::Asking(_)) {
            self.phase = Phase::Stuck;
        }
    }

    /// The viewer after a person has acted. With several people at one keyboard nobody's dice stay
    /// on the screen.
    pub fn viewer_after_act(&self) -> Viewer {
        if self.people_in().len() > 1 { Viewer::Public } else { self.viewer }
    }
}
