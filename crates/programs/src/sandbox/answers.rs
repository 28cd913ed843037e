//! What a bot is told when it asks about the machine with `sysinfo(2)`.
//!
//! The system would tell it how many threads the whole machine has and how much memory is free, and two bots could talk
//! through that. It cannot simply be refused: libraries take what is in their variable then for an answer. So the keeper
//! answers in the system's place, as if the bot were alone with the memory that it is allowed.

use std::io;
use std::mem;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr;
use std::time::Instant;

use super::plan::Plan;

/// Answers in the system's place.
#[derive(Debug)]
pub(crate) struct Answers {
    questions: OwnedFd,
    memory: u64,
    began: Instant,
}

impl AsFd for Answers {
    /// Becomes readable when somebody has asked.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.questions.as_fd()
    }
}

impl Answers {
    /// Everything that this process starts from now on is answered here. So would be this process itself, which must
    /// therefore not ask.
    ///
    /// # Errors
    /// When the system cannot hand such questions on, or hands them to somebody else already.
    #[allow(unsafe_code)]
    pub(crate) fn begin(plan: &Plan) -> io::Result<Answers> {
        rustix::thread::set_no_new_privs(true)?;
        let mut filter = [
            // The number of the call comes first in what a filter sees. Calls in the manner of another kind of processor
            // are for the filter of known calls, whose answer counts more.
            statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
            libc::sock_filter {
                jf: 1,
                ..statement(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, libc::SYS_sysinfo as u32)
            },
            statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_USER_NOTIF),
            statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW),
        ];
        let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
        // SAFETY: the program and the list it points to have the layout that the call expects, outlive it, and are only
        // read. What it gives is a new open file that nothing else owns.
        let questions = unsafe {
            let file = libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
                &raw const program,
            );
            if file < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(file as i32)
        };
        Ok(Answers { questions, memory: plan.limits.memory, began: Instant::now() })
    }

    /// Answers one question, if somebody still waits for it.
    #[allow(unsafe_code)]
    pub(crate) fn answer(&self) {
        // SAFETY: all zeros is a value of this structure, and the one that the call expects.
        let mut question: libc::seccomp_notif = unsafe { mem::zeroed() };
        if !self.call(libc::SECCOMP_IOCTL_NOTIF_RECV, &mut question) {
            return;
        }
        // Whoever asked waits as long as the question stands, so the process with this number is the right one.
        let mut id = question.id;
        let told = self.call(libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &mut id)
            && write_to(question.pid as i32, question.data.args[0], &self.machine());
        let mut answer = libc::seccomp_notif_resp {
            id: question.id,
            val: 0,
            error: if told { 0 } else { -libc::EFAULT },
            flags: 0,
        };
        // It fails when whoever asked is gone.
        self.call(libc::SECCOMP_IOCTL_NOTIF_SEND, &mut answer);
    }

    /// The machine as a bot sees it: started with the bot, and with nobody else on it.
    #[allow(unsafe_code)]
    fn machine(&self) -> libc::sysinfo {
        // SAFETY: all zeros is a value of this structure.
        let mut machine: libc::sysinfo = unsafe { mem::zeroed() };
        machine.totalram = self.memory;
        machine.freeram = self.memory;
        machine.procs = 1;
        machine.mem_unit = 1;
        machine.uptime = self.began.elapsed().as_secs() as i64;
        machine
    }

    /// Makes a call that reads or fills `what`; says whether it worked.
    #[allow(unsafe_code)]
    fn call<T>(&self, request: libc::Ioctl, what: &mut T) -> bool {
        // SAFETY: each request is made with the structure that it is defined for, which outlives the call.
        unsafe { libc::ioctl(self.questions.as_raw_fd(), request, ptr::from_mut(what)) == 0 }
    }
}

fn statement(code: u32, value: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt: 0, jf: 0, k: value }
}

/// Writes `what` into the memory of another process; says whether all of it could be.
#[allow(unsafe_code)]
fn write_to(process: i32, address: u64, what: &libc::sysinfo) -> bool {
    let length = size_of::<libc::sysinfo>();
    let here = libc::iovec { iov_base: ptr::from_ref(what).cast_mut().cast(), iov_len: length };
    let there =
        libc::iovec { iov_base: ptr::without_provenance_mut(address as usize), iov_len: length };
    // SAFETY: reads `length` bytes of `what` and writes to no memory of this process: the address is one of the other.
    let written =
        unsafe { libc::process_vm_writev(process, &raw const here, 1, &raw const there, 1, 0) };
    usize::try_from(written) == Ok(length)
}
